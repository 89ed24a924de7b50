"""The kernel's tests under the address sanitizer.

Rust's own tests come first, then Python's with a kernel built the same way: so the face is looked
at too, the only place where code runs that Rust cannot prove safe (that of PyO3). Sums that leave
their type stop a test as well. A program with a known fault shows that faults are seen. What this
machine's tools cannot check is named, and no fault is passed over.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
TESTS = (
    "kernel/test_kernel",
    "kernel/test_kernel_garbage",
    "kernel/test_solver",
    "knowledge/test_worlds",
)
FLAGS = "-Zsanitizer=address -Cdebug-assertions=on"
BUILD = {"RUSTC_BOOTSTRAP": "1", "RUSTFLAGS": FLAGS}
"""The stable compiler has the sanitizer too, but gives it to those alone who say this."""
RUN = {"ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"}
"""Python frees nothing at its end; and each of its objects has to be seen alone."""
FAULT = """
fn main() {
    let room = vec![0u8; 8];
    println!("{}", unsafe { *room.as_ptr().add(std::env::args().count() + 7) });
}
"""


def received(*command: str) -> str:
    """Return the output of a command; empty where there is no such command, or it fails."""
    if shutil.which(command[0]) is None:
        return ""
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def run(command: list[str], **environment: str) -> None:
    """Run a command to its end; stop with its code if it fails."""
    code = subprocess.run(command, cwd=HOME, env=os.environ | environment).returncode
    if code:
        sys.exit(code)


def not_checked(what: str, why: str) -> None:
    """Say what this machine cannot check."""
    print(f"NOT CHECKED: {what}: {why}", flush=True)


def target() -> str:
    """Return the machine that the compiler builds for, if it has the sanitizer for it."""
    machine = received("rustc", "--print", "host-tuple")
    libraries = Path(received("rustc", "--print", "target-libdir"))
    return machine if machine and any(libraries.glob("*rt.asan.*")) else ""


def faults_are_seen(machine: str, folder: Path) -> bool:
    """Return whether a program that reads beyond its memory is stopped."""
    folder.mkdir(parents=True, exist_ok=True)
    program = str(folder / "fault")
    compiler = ["rustc", *FLAGS.split(), "--target", machine, "-", "-o", program]
    subprocess.run(compiler, input=FAULT, text=True, check=True, env=os.environ | BUILD)
    result = subprocess.run([program], capture_output=True, text=True)
    return result.returncode != 0 and "heap-buffer-overflow" in result.stderr


def check_rust(arguments: list[str]) -> None:
    """Run the kernel's own tests."""
    run(["cargo", "test", "--quiet", *arguments], **BUILD)


def check_python(arguments: list[str], built: Path) -> None:
    """Run Python's tests of the kernel."""
    runtime = received("cc", "-print-file-name=libasan.so")
    if not Path(runtime).is_absolute():
        return not_checked("the kernel's face", "the C compiler brings no libasan.so")
    run(["cargo", "build", "--quiet", "--lib", *arguments], **BUILD)
    again = [sys.executable, __file__, str(built)]
    return run(again, LD_PRELOAD=runtime, **RUN)


def test_with(built: str) -> int:
    """Run the tests in this process, with this kernel instead of the installed one."""
    spec = importlib.util.spec_from_file_location("rebelote._kernel", built)
    assert spec is not None and spec.loader is not None
    kernel = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(kernel)
    sys.modules["rebelote._kernel"] = kernel
    import pytest

    files = [f"tests/{name}.py" for name in TESTS]
    return int(pytest.main(["--quiet", "-p", "no:cacheprovider", *files]))


def main() -> None:
    machine = target()
    if not machine:
        return not_checked("the kernel", "no cargo, or no address sanitizer for this machine")
    folder = HOME / "kernel" / "target" / "sanitized"
    if not faults_are_seen(machine, folder):
        sys.exit("a program that reads beyond its memory was not stopped: nothing is proven")
    arguments = ["--release", "--locked", "--manifest-path", "kernel/Cargo.toml"]
    arguments += ["--target", machine, "--target-dir", str(folder)]
    check_rust(arguments)
    return check_python(arguments, folder / machine / "release" / "lib_kernel.so")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(test_with(sys.argv[1]))
    main()
