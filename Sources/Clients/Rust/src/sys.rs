//! What the standard library lacks of Linux: connecting without waiting, sending without a signal, one descriptor for a socket and
//! for a time, and CLOCK_MONOTONIC as a number. Every `unsafe` of this crate is here; each calls the C function of its name.

use std::ffi::c_void;
use std::fs::File;
use std::io;
use std::os::raw::{c_int, c_long, c_ulong};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileTypeExt;
use std::os::unix::io::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::ptr;
use std::sync::atomic::AtomicU64;

use crate::page::WORDS;

#[cfg(not(target_os = "linux"))]
compile_error!("tiltshadow needs Linux: epoll and timerfd");
#[cfg(any(target_arch = "mips", target_arch = "mips64", target_arch = "sparc", target_arch = "sparc64"))]
compile_error!("the numbers of SOCK_NONBLOCK and its like are others here; see asm/socket.h and asm/fcntl.h");

const AF_UNIX: u16 = 1;
const SOCK_STREAM: c_int = 1;
/// Of sockets and timers.
const NONBLOCK: c_int = 0o4000;
/// Of sockets, timers and epoll.
const CLOEXEC: c_int = 0o2_000_000;
const MSG_NOSIGNAL: c_int = 0x4000;
const SOL_SOCKET: c_int = 1;
const SCM_RIGHTS: c_int = 1;
const MSG_CMSG_CLOEXEC: c_int = 0x4000_0000;
const PROT_READ: c_int = 1;
const MAP_SHARED: c_int = 1;
const F_GET_SEALS: c_int = 1034;
const F_SEAL_SHRINK: c_int = 2;
const CLOCK_MONOTONIC: c_int = 1;
const TFD_TIMER_ABSTIME: c_int = 1;
const EPOLL_CTL_ADD: c_int = 1;
const EPOLL_CTL_DEL: c_int = 2;
/// Of poll(2), too.
const READABLE: u32 = 1;
/// Bytes of a socket's path, its NUL included.
const PATH_SIZE: usize = 108;
const SECOND: i64 = 1_000_000_000;

#[repr(C)]
struct Address {
    family: u16,
    path: [u8; PATH_SIZE],
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Time {
    seconds: c_long,
    nanoseconds: c_long,
}

#[repr(C)]
#[derive(Default)]
struct TimerSetting {
    interval: Time,
    value: Time,
}

#[repr(C)]
#[cfg_attr(target_arch = "x86_64", repr(packed))]
struct EpollEvent {
    events: u32,
    data: u64,
}

#[repr(C)]
struct Polled {
    descriptor: c_int,
    events: i16,
    happened: i16,
}

/// One buffer, and what comes beside it (recvmsg(2)); of glibc and of musl for 64 bits, and of both for 32.
#[repr(C)]
pub(crate) struct Buffer {
    pub(crate) base: *mut c_void,
    pub(crate) length: usize,
}

#[repr(C)]
pub(crate) struct Message {
    pub(crate) name: *mut c_void,
    pub(crate) name_length: u32,
    pub(crate) buffers: *mut Buffer,
    // Sizes are 64 bits wide in glibc; in musl 32 with 32 of nothing beside them, which are 0.
    pub(crate) buffer_count: usize,
    pub(crate) control: *mut c_void,
    pub(crate) control_length: usize,
    pub(crate) flags: c_int,
}

/// Room for one descriptor: its header and, aligned, the number.
#[repr(C)]
pub(crate) struct Control {
    pub(crate) length: usize,
    pub(crate) level: c_int,
    pub(crate) kind: c_int,
    pub(crate) descriptor: c_int,
    pub(crate) rest: c_int,
}

extern "C" {
    fn recvmsg(socket: c_int, message: *mut Message, flags: c_int) -> isize;
    fn mmap(at: *mut c_void, length: usize, access: c_int, flags: c_int, file: c_int, offset: c_long) -> *mut c_void;
    fn fcntl(descriptor: c_int, command: c_int, ...) -> c_int;
    fn munmap(memory: *mut c_void, length: usize) -> c_int;
    fn socket(domain: c_int, kind: c_int, protocol: c_int) -> c_int;
    fn connect(socket: c_int, address: *const Address, size: u32) -> c_int;
    fn send(socket: c_int, bytes: *const c_void, count: usize, flags: c_int) -> isize;
    fn epoll_create1(flags: c_int) -> c_int;
    fn epoll_ctl(epoll: c_int, operation: c_int, descriptor: c_int, event: *mut EpollEvent) -> c_int;
    fn timerfd_create(clock: c_int, flags: c_int) -> c_int;
    fn timerfd_settime(timer: c_int, flags: c_int, new: *const TimerSetting, old: *mut TimerSetting) -> c_int;
    fn clock_gettime(clock: c_int, time: *mut Time) -> c_int;
    fn poll(descriptors: *mut Polled, count: c_ulong, milliseconds: c_int) -> c_int;
}

/// Now, in nanoseconds of CLOCK_MONOTONIC, as in frames.
pub fn now_ns() -> i64 {
    let mut time = Time::default();
    // SAFETY: it writes the one struct. It cannot fail: every Linux has this clock.
    unsafe { clock_gettime(CLOCK_MONOTONIC, &mut time) };
    // They are 32 bits wide on some processors.
    #[allow(clippy::useless_conversion)]
    let (seconds, nanoseconds) = (i64::from(time.seconds), i64::from(time.nanoseconds));
    seconds * SECOND + nanoseconds
}

/// Connects without waiting: where the daemon's backlog is full, that is an error.
pub(crate) fn connect_to(path: &Path) -> io::Result<UnixStream> {
    let bytes = path.as_os_str().as_bytes();
    if bytes.len() >= PATH_SIZE || bytes.contains(&0) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("a socket's path has at most {} bytes", PATH_SIZE - 1)));
    }
    let mut address = Address { family: AF_UNIX, path: [0; PATH_SIZE] };
    address.path[..bytes.len()].copy_from_slice(bytes);
    // SAFETY: it takes numbers alone.
    let socket = owned(unsafe { socket(c_int::from(AF_UNIX), SOCK_STREAM | NONBLOCK | CLOEXEC, 0) })?;
    // SAFETY: it reads the address, which is as large as it is said to be.
    match checked(unsafe { connect(socket.as_raw_fd(), &address, std::mem::size_of::<Address>() as u32) }) {
        Ok(()) => Ok(socket.into()),
        // The kernel says the same of any file.
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused && is_other_file(path) => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no socket"))
        }
        Err(error) => Err(error),
    }
}

fn is_other_file(path: &Path) -> bool {
    matches!(path.metadata(), Ok(file) if !file.file_type().is_socket())
}

/// Sends as much as there is room for.
pub(crate) fn send_to(stream: &UnixStream, bytes: &[u8]) -> io::Result<usize> {
    // SAFETY: it reads as many bytes as there are.
    let count = unsafe { send(stream.as_raw_fd(), bytes.as_ptr().cast(), bytes.len(), MSG_NOSIGNAL) };
    usize::try_from(count).map_err(|_| io::Error::last_os_error())
}

/// Reads what there is room for, and the descriptor that came with it.
pub(crate) fn receive_from(stream: &UnixStream, bytes: &mut [u8]) -> io::Result<(usize, Option<OwnedFd>)> {
    let mut buffer = Buffer { base: bytes.as_mut_ptr().cast(), length: bytes.len() };
    let mut control = Control { length: 0, level: 0, kind: 0, descriptor: -1, rest: 0 };
    let header = std::mem::size_of::<usize>() + 2 * std::mem::size_of::<c_int>();
    let mut message = Message {
        name: ptr::null_mut(),
        name_length: 0,
        buffers: &mut buffer,
        buffer_count: 1,
        control: (&mut control as *mut Control).cast(),
        control_length: std::mem::size_of::<Control>(),
        flags: 0,
    };
    // SAFETY: it writes to the buffers, which are as large as they are said to be.
    let count = unsafe { recvmsg(stream.as_raw_fd(), &mut message, MSG_CMSG_CLOEXEC) };
    let count = usize::try_from(count).map_err(|_| io::Error::last_os_error())?;
    let is_one = (control.level, control.kind) == (SOL_SOCKET, SCM_RIGHTS) && control.descriptor >= 0;
    let has_come = is_one && control.length >= header + std::mem::size_of::<c_int>();
    if has_come && control.length >= header + 2 * std::mem::size_of::<c_int>() {
        // SAFETY: a second one, for which there is room, too, is no daemon's: it is closed.
        drop(unsafe { OwnedFd::from_raw_fd(control.rest) });
    }
    // SAFETY: the kernel has just made it for us.
    Ok((count, has_come.then(|| unsafe { OwnedFd::from_raw_fd(control.descriptor) })))
}

/// A page of memory that another process writes.
#[derive(Debug)]
pub(crate) struct PageMemory {
    words: ptr::NonNull<AtomicU64>,
}

// SAFETY: it is memory, which any thread may read, and is read by atomics alone.
unsafe impl Send for PageMemory {}
unsafe impl Sync for PageMemory {}

impl PageMemory {
    /// What is wrong where it cannot be, or could not be for good: what is cut short would end this program by SIGBUS.
    pub(crate) fn map(descriptor: OwnedFd) -> Result<PageMemory, String> {
        let file = File::from(descriptor);
        // SAFETY: it takes numbers alone. Before the size is looked at.
        let seals = unsafe { fcntl(file.as_raw_fd(), F_GET_SEALS) };
        if seals < 0 || seals & F_SEAL_SHRINK == 0 {
            return Err("it is not sealed against shrinking".into());
        }
        if file.metadata().map_err(|error| error.to_string())?.len() < WORDS as u64 * 8 {
            return Err("it is shorter than 128 bytes".into());
        }
        // SAFETY: it makes memory where there was none, of a file that is as long and stays so.
        let memory = unsafe { mmap(ptr::null_mut(), WORDS * 8, PROT_READ, MAP_SHARED, file.as_raw_fd(), 0) };
        if memory as isize == -1 {
            return Err(io::Error::last_os_error().to_string());
        }
        ptr::NonNull::new(memory.cast()).map(|words| PageMemory { words }).ok_or_else(|| "it lies nowhere".into())
    }

    pub(crate) fn words(&self) -> &[AtomicU64; WORDS] {
        // SAFETY: there are so many, for as long as this lives.
        unsafe { &*self.words.as_ptr().cast() }
    }
}

impl Drop for PageMemory {
    fn drop(&mut self) {
        // SAFETY: it is what was mapped, and nobody reads it any more.
        unsafe { munmap(self.words.as_ptr().cast(), WORDS * 8) };
    }
}

/// One descriptor for the whole life: readable when a connection is, or when a time has come.
#[derive(Debug)]
pub(crate) struct Watch {
    epoll: OwnedFd,
    timer: OwnedFd,
    /// When the timer goes off, in nanoseconds of CLOCK_MONOTONIC.
    armed: Option<i64>,
}

impl Watch {
    pub(crate) fn new() -> io::Result<Watch> {
        // SAFETY: both take numbers alone.
        let (epoll, timer) =
            unsafe { (owned(epoll_create1(CLOEXEC))?, owned(timerfd_create(CLOCK_MONOTONIC, NONBLOCK | CLOEXEC))?) };
        let watch = Watch { epoll, timer, armed: None };
        watch.add(watch.timer.as_raw_fd())?;
        Ok(watch)
    }

    pub(crate) fn descriptor(&self) -> &OwnedFd {
        &self.epoll
    }

    /// From now until it is removed.
    pub(crate) fn add(&self, descriptor: RawFd) -> io::Result<()> {
        let mut event = EpollEvent { events: READABLE, data: 0 };
        // SAFETY: it reads the one struct.
        checked(unsafe { epoll_ctl(self.epoll.as_raw_fd(), EPOLL_CTL_ADD, descriptor, &mut event) })
    }

    /// Before it is closed: what another process holds, too, would stay.
    pub(crate) fn remove(&self, descriptor: RawFd) {
        // SAFETY: it takes numbers alone. Where there is no such descriptor, it need not be removed.
        unsafe { epoll_ctl(self.epoll.as_raw_fd(), EPOLL_CTL_DEL, descriptor, ptr::null_mut()) };
    }

    /// Is readable at `deadline`, and not before but for the connection; it may be once too often where the deadline was moved.
    pub(crate) fn wake_at(&mut self, deadline: Option<i64>, now: i64) {
        // Frames move the deadline back, each by a little: the timer goes off at the first one, and then looks again.
        if matches!((self.armed, deadline), (Some(armed), Some(deadline)) if now < armed && armed <= deadline) {
            return;
        }
        if self.armed == deadline && deadline.is_none() {
            return;
        }
        self.armed = deadline;
        let at = deadline.map_or(0, |at| at.max(1));
        let value = Time { seconds: (at / SECOND) as c_long, nanoseconds: (at % SECOND) as c_long };
        let setting = TimerSetting { value, ..TimerSetting::default() };
        // SAFETY: it reads the one struct. It cannot fail: the descriptor is a timer, and the time is one.
        unsafe { timerfd_settime(self.timer.as_raw_fd(), TFD_TIMER_ABSTIME, &setting, ptr::null_mut()) };
    }

    /// Waits until it is readable, for so many nanoseconds at most; whether it is.
    pub(crate) fn wait(&self, most: Option<i64>) -> bool {
        let mut polled = Polled { descriptor: self.epoll.as_raw_fd(), events: READABLE as i16, happened: 0 };
        let milliseconds = most.map_or(-1, |most| ((most + 999_999) / 1_000_000).clamp(0, 60_000) as c_int);
        // SAFETY: it reads and writes the one struct. A signal ends it early: who waits looks again.
        unsafe { poll(&mut polled, 1, milliseconds) > 0 }
    }
}

fn owned(descriptor: c_int) -> io::Result<OwnedFd> {
    checked(descriptor.min(0))?;
    // SAFETY: it is new, and nobody else's.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor) })
}

fn checked(result: c_int) -> io::Result<()> {
    if result < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}
