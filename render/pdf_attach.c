#include "pdf_attach.h"

#include <string.h>

#define MD5_BYTES 16

static void
key_set(qpdf_data pdf, qpdf_oh dictionary, const char *key, qpdf_oh value)
{
    qpdf_oh_replace_key(pdf, dictionary, key, value);
    qpdf_oh_release(pdf, value);
}

/* A MIME type as a name: "/" is no regular character of one, the C interface takes names in their canonical form. */
static qpdf_oh
mime_name(qpdf_data pdf, const char *mime)
{
    g_autofree char *name = g_strconcat("/", mime, NULL);
    return qpdf_oh_new_name(pdf, name);
}

static qpdf_oh
parameters_new(qpdf_data pdf, const struct attachment *file, const char *date)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_MD5);
    guint8 digest[MD5_BYTES];
    gsize digest_len = sizeof digest;
    g_checksum_update(sum, (const guchar *)file->bytes, (gssize)file->len);
    g_checksum_get_digest(sum, digest, &digest_len);
    qpdf_oh parameters = qpdf_oh_new_dictionary(pdf);
    key_set(pdf, parameters, "/Size", qpdf_oh_new_integer(pdf, (long long)file->len));
    key_set(pdf, parameters, "/ModDate", qpdf_oh_new_string(pdf, date));
    key_set(pdf, parameters, "/CheckSum", qpdf_oh_new_binary_string(pdf, (const char *)digest, digest_len));
    return parameters;
}

static qpdf_oh
stream_new(qpdf_data pdf, const struct attachment *file, const char *date)
{
    qpdf_oh stream = qpdf_oh_new_stream(pdf), dictionary = qpdf_oh_get_dict(pdf, stream);
    key_set(pdf, dictionary, "/Type", qpdf_oh_new_name(pdf, "/EmbeddedFile"));
    key_set(pdf, dictionary, "/Subtype", mime_name(pdf, file->mime));
    key_set(pdf, dictionary, "/Params", parameters_new(pdf, file, date));
    qpdf_oh_release(pdf, dictionary);
    qpdf_oh none = qpdf_oh_new_null(pdf);
    qpdf_oh_replace_stream_data(pdf, stream, (const unsigned char *)file->bytes, file->len, none, none);
    qpdf_oh_release(pdf, none);
    return stream;
}

static qpdf_oh
specification_new(qpdf_data pdf, const struct attachment *file, const char *date)
{
    qpdf_oh specification = qpdf_make_indirect_object(pdf, qpdf_oh_new_dictionary(pdf));
    qpdf_oh stream = stream_new(pdf, file, date), files = qpdf_oh_new_dictionary(pdf);
    qpdf_oh_replace_key(pdf, files, "/F", stream);
    key_set(pdf, files, "/UF", stream);
    key_set(pdf, specification, "/Type", qpdf_oh_new_name(pdf, "/Filespec"));
    key_set(pdf, specification, "/F", qpdf_oh_new_string(pdf, file->name));
    key_set(pdf, specification, "/UF", qpdf_oh_new_unicode_string(pdf, file->name));
    key_set(pdf, specification, "/Desc", qpdf_oh_new_unicode_string(pdf, file->description));
    key_set(pdf, specification, "/AFRelationship", qpdf_oh_new_name(pdf, "/Data"));
    key_set(pdf, specification, "/EF", files);
    return specification;
}

/* The catalog's dictionary of name trees, which may hold destinations already. */
static qpdf_oh
name_trees(qpdf_data pdf, qpdf_oh root)
{
    qpdf_oh names = qpdf_oh_get_key(pdf, root, "/Names");
    if (qpdf_oh_is_dictionary(pdf, names))
        return names;
    qpdf_oh_release(pdf, names);
    names = qpdf_make_indirect_object(pdf, qpdf_oh_new_dictionary(pdf));
    qpdf_oh_replace_key(pdf, root, "/Names", names);
    return names;
}

/* A name tree lists its names in order. */
static gint
by_name(gconstpointer a, gconstpointer b)
{
    const struct attachment *const *left = a, *const *right = b;
    return strcmp((*left)->name, (*right)->name);
}

void
attachments_add(qpdf_data pdf, const struct document_info *info, const char *date)
{
    if (info->attachment_count == 0)
        return;
    g_autoptr(GPtrArray) sorted = g_ptr_array_new();
    for (guint i = 0; i < info->attachment_count; i++)
        g_ptr_array_add(sorted, (gpointer)&info->attachment[i]);
    g_ptr_array_sort(sorted, by_name);
    qpdf_oh root = qpdf_get_root(pdf), names = name_trees(pdf, root);
    qpdf_oh associated = qpdf_oh_new_array(pdf), leaves = qpdf_oh_new_array(pdf), tree = qpdf_oh_new_dictionary(pdf);
    for (guint i = 0; i < sorted->len; i++) {
        const struct attachment *file = g_ptr_array_index(sorted, i);
        qpdf_oh specification = specification_new(pdf, file, date), name = qpdf_oh_new_unicode_string(pdf, file->name);
        qpdf_oh_append_item(pdf, associated, specification);
        qpdf_oh_append_item(pdf, leaves, name);
        qpdf_oh_append_item(pdf, leaves, specification);
        qpdf_oh_release(pdf, name);
        qpdf_oh_release(pdf, specification);
    }
    key_set(pdf, tree, "/Names", leaves);
    key_set(pdf, names, "/EmbeddedFiles", tree);
    key_set(pdf, root, "/AF", associated);
    qpdf_oh_release(pdf, names);
    qpdf_oh_release(pdf, root);
}
