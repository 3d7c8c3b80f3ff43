"""Runs a command with its output thrown away; prints wall seconds and peak memory in MB (10^6 bytes).

The peak is never below that of this interpreter, some 14 MB: a spawned program starts out with it."""
import os
import sys
import time

quiet = os.open(os.devnull, os.O_WRONLY)
start = time.monotonic()
child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, quiet, 1)])
_, status, usage = os.wait4(child, 0)
wall = time.monotonic() - start
if status != 0:
    sys.exit(f"{sys.argv[1]} ended with {os.waitstatus_to_exitcode(status)}")
print(f"{wall:.4f} {usage.ru_maxrss * 1024 / 1e6:.1f}")
