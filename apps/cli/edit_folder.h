// edit_folder.h — the one folder that `pantin edit` shows and writes to, and nothing outside it.
// SPDX-License-Identifier: MIT
#ifndef EDIT_FOLDER_H
#define EDIT_FOLDER_H

#include "http.h"

/// Opens a folder for the calls below; -1 with an error.
int edit_folder_open(const char *path, pantin_error *error);

/// A plain file below the folder: 200 with its bytes, or 404. No name that begins with a dot, no link, no way up.
/// `foreign`: only puppets and pictures, as nothing a browser would run.
void edit_folder_get(int folder, const char *path, bool foreign, http_answer *answer);

/// {"files": ["dog.puppet.json", "art/dog.png", …]}: what the page can open, in order.
void edit_folder_list(int folder, http_answer *answer);

/// Writes a puppet or a picture aside and renames it. A picture that is there with other bytes stays (409),
/// with `only_new` a puppet too (412).
void edit_folder_put(int folder, const char *path, const http_request *request,
                     http_answer *answer);

#endif
