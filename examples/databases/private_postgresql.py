"""A PostgreSQL server of one's own: in a temporary folder, reached by a socket in it, gone at the end."""

import contextlib
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile


def program(name):
    """The path of a program of PostgreSQL: on the PATH, or the newest of Debian; None where there is none."""
    folders = pathlib.Path("/usr/lib/postgresql").glob("*/bin")
    newest = max(folders, key=lambda folder: float(folder.parent.name), default=None)
    return shutil.which(name) or (newest and shutil.which(name, path=str(newest)))


@contextlib.contextmanager
def private_server():
    """The address of a new, empty server. PostgreSQL refuses to run as root: then it runs as the user postgres."""
    initdb, pg_ctl = program("initdb"), program("pg_ctl")
    if not initdb or not pg_ctl:
        raise SystemExit("PostgreSQL is not installed (Debian: postgresql-15)")
    folder = tempfile.mkdtemp(prefix="columnar-pg-", dir="/tmp")  # a short path: it holds a socket
    owner = {}
    if os.geteuid() == 0:
        account = pwd.getpwnam("postgres")
        os.chown(folder, account.pw_uid, account.pw_gid)
        owner = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}

    def run(*command):
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **owner)
        if done.returncode:
            raise SystemExit(f"{os.path.basename(command[0])}: {done.stdout}")

    data = f"{folder}/data"
    try:
        run(initdb, "-D", data, "-U", "columnar", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        settings = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
        run(pg_ctl, "-D", data, "-l", f"{folder}/log", "-w", "-o", settings, "start")
        yield f"host={folder} user=columnar dbname=postgres"
    finally:
        if os.path.exists(f"{data}/postmaster.pid"):
            run(pg_ctl, "-D", data, "-w", "-m", "immediate", "stop")
        shutil.rmtree(folder)
