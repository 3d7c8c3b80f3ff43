/* Reading and copying the finished tree, for the writers. */
#include "document.h"

const char *
document_slug(cmark_node *heading)
{
    return cmark_node_get_type(heading) == CMARK_NODE_HEADING ? cmark_node_get_user_data(heading) : NULL;
}

char *
document_text(cmark_node *node)
{
    GString *out = g_string_new(NULL);
    cmark_iter *iter = cmark_iter_new(node);
    cmark_event_type event;
    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        cmark_node *at = cmark_iter_get_node(iter);
        cmark_node_type type = cmark_node_get_type(at);
        if (event != CMARK_EVENT_ENTER)
            continue;
        if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE)
            g_string_append(out, cmark_node_get_literal(at));
        else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK)
            g_string_append_c(out, ' ');
    }
    cmark_iter_free(iter);
    return g_string_free(out, FALSE);
}

static cmark_node *
copy_node(cmark_node *node)
{
    cmark_node_type type = cmark_node_get_type(node);
    cmark_node *copy = cmark_node_new(type);
    cmark_node_set_user_data(copy, cmark_node_get_user_data(node));
    switch (type) {
    case CMARK_NODE_LIST:
        cmark_node_set_list_type(copy, cmark_node_get_list_type(node));
        cmark_node_set_list_delim(copy, cmark_node_get_list_delim(node));
        cmark_node_set_list_start(copy, cmark_node_get_list_start(node));
        cmark_node_set_list_tight(copy, cmark_node_get_list_tight(node));
        break;
    case CMARK_NODE_HEADING:
        cmark_node_set_heading_level(copy, cmark_node_get_heading_level(node));
        break;
    case CMARK_NODE_CODE_BLOCK:
        cmark_node_set_fence_info(copy, cmark_node_get_fence_info(node));
        cmark_node_set_literal(copy, cmark_node_get_literal(node));
        break;
    case CMARK_NODE_TEXT:
    case CMARK_NODE_CODE:
        cmark_node_set_literal(copy, cmark_node_get_literal(node));
        break;
    case CMARK_NODE_LINK:
    case CMARK_NODE_IMAGE:
        cmark_node_set_url(copy, cmark_node_get_url(node));
        cmark_node_set_title(copy, cmark_node_get_title(node));
        break;
    default:
        break;
    }
    return copy;
}

static bool
is_leaf(cmark_node *node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_CODE_BLOCK:
    case CMARK_NODE_THEMATIC_BREAK:
    case CMARK_NODE_TEXT:
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK:
    case CMARK_NODE_CODE:
        return true;
    default:
        return false;
    }
}

/* No recursion: a template may nest its quotes thousands deep. */
cmark_node *
document_copy_tree(const struct document *document)
{
    cmark_node *root = NULL, *parent = NULL;
    cmark_iter *iter = cmark_iter_new(document->root);
    cmark_event_type event;
    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(iter);
        if (event == CMARK_EVENT_EXIT) {
            parent = cmark_node_parent(parent);
            continue;
        }
        cmark_node *copy = copy_node(node);
        if (!root)
            root = copy;
        else
            cmark_node_append_child(parent, copy);
        if (!is_leaf(node))
            parent = copy;
    }
    cmark_iter_free(iter);
    return root;
}
