/* What host.c and host_block.c share; no other room includes it. */
#pragma once

#include "host.h"

/* Entries of one list; a host has some hundred LUNs and paths, mounts and settings. */
#define HOST_ENTRIES_MAX 65536u

/* An empty list that owns its struct host_path. */
GPtrArray *host_paths_new(void);
