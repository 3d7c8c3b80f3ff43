/* Which devices of a log are the measured layer: the devices of ONE layer, whose sums are "the storage".
 *
 * The same I/O passes several rows of an iostat log (partition, disk, path, multipath device, LVM volume): adding two
 * layers counts it twice. Rules, first match wins:
 *   1. the --device globs, when given;
 *   2. all multipath devices that did I/O: told by `multipath -ll` or lsblk, by name (mpath*, a WWID), or by the data
 * (a dm number or an alias whose I/O is, sample by sample, the sum of that of at least two disks; see io_sums.h). A dm
 * number over one disk, or over disks that another device is the sum of already, is a volume. In a log without disks a
 * dm number is taken for a multipath device unless it is the sum of others;
 *   3. all whole disks that did any I/O;
 *   4. md devices; LVM and other stacked devices (dm, bcache, drbd); loop devices; partitions; groups: the first of
 * these that did any I/O. The data of a capture without series tells nothing: its dm numbers beside disks are volumes.
 *
 *     g_autoptr(Layer) layer = layer_choose(captures, host, globs, notes);
 */
#pragma once

#include "capture.h"
#include "host.h"
#include "summary.h"

struct layer_device {
    char *name;
    enum device_role role;
    bool role_told; /* by a file of the host; else by name or by the data */
    bool chosen;
    double iops; /* mean over all samples of all captures; where it has no row it did nothing */
};

struct layer {
    GPtrArray *devices;  /* struct layer_device *: every device seen, in order of appearance */
    GPtrArray *names;    /* char *: the chosen ones, borrowed from `devices` */
    GHashTable *by_name; /* name -> struct layer_device *, borrowed */
    char *rule;          /* one sentence: why these */
};

typedef struct layer Layer;

/* `captures`: struct capture * of one host. `globs`: NULL-terminated shell globs, or NULL. No device at all, or globs
 * that match none: `names` is empty and a note of level error says so. Notes also: roles told by the data, globs that
 * mix two layers, disks beside a multipath layer that did more than 5% of its I/O. */
struct layer *layer_choose(
    const GPtrArray *captures, const struct host *host, const char *const *globs, GPtrArray *notes);

/* Does one of the shell globs (NULL-terminated; "/dev/" before one counts not) match the name? */
bool device_name_matches(const char *name, const char *const *globs);

/* The roles of one capture's devices, by the host's files, names and data: no device is chosen. `host` may be NULL. */
struct layer *layer_of_roles(const struct capture *capture, const struct host *host);

/* Of a log too long to keep all of it: makes the series of those devices thin that cannot be in the layer, as far as the
 * log goes: with globs (NULL-terminated, NULL: none) those that do not match, else those of other roles than the layer's.
 * A capture_choose, with the globs as user data; notes what it did in the capture. */
void layer_thin_others(struct capture *capture, const void *globs);

/* A layer of just this device, to look at one device's own series. */
struct layer *layer_of_device(const char *name);

/* The same of several devices (char *, each once). */
struct layer *layer_of_names(const GPtrArray *names);
void layer_free(struct layer *layer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Layer, layer_free)

/* The device at an index into `devices`. */
struct layer_device *layer_device_at(const struct layer *layer, guint index);

/* True where the device of this name is in the layer. */
bool layer_holds(const struct layer *layer, const char *name);
