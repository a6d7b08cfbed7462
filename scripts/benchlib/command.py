# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command as a result document and a report show it.

Absolute paths belong to one machine: those inside the project are shown from its
root, of others only the last part.
"""

import os
import shlex

from overlay import CHECKOUT


def shown_path(text):
    """An absolute path as others may see it; any other text as it is."""
    if not os.path.isabs(os.path.expanduser(text)):
        return text
    path = os.path.normpath(os.path.expanduser(text))
    inside = os.path.relpath(path, CHECKOUT)
    if inside.split(os.sep)[0] != os.pardir:
        return inside
    return os.path.join("...", os.path.basename(path))


def shown_command(script, arguments):
    """`script` with its arguments, for a shell in the project's root."""
    words = [script]
    for argument in map(str, arguments):
        option, equals, value = argument.partition("=")
        if equals and option.startswith("--"):
            words.append(option + equals + shown_path(value))
        else:
            words.append(shown_path(argument))
    return shlex.join(words)
