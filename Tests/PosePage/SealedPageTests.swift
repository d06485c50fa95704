import CLinux
import CPoses
import LinuxSystem
import Testing

@testable import TiltCore

/// A page of memory on the real kernel: who has its descriptor can read it, and nothing else.
@Suite struct `Sealed page` {
    private static func image(_ number: Double) -> [UInt8] {
        var page = PosePage()
        page.time = Timestamp(nanoseconds: Int64(number))
        page.up = Up(x: number, y: number, z: number)
        page.rate = AngularRate(x: number, y: number, z: number)
        (page.strength, page.fade, page.yaw, page.rateHz) = (number, number, number, number)
        page.target = page.time
        var buffer = ByteBuffer()
        page.append(to: &buffer)
        return buffer.bytes
    }

    private static func write(_ number: Double, _ page: borrowing SealedPage) {
        image(number).withUnsafeBytes { page.write($0) }
    }

    private static func leftBehind() throws -> CInt {
        let page = try SealedPage.make(name: "test", size: PosePage.size)
        write(3, page)
        return dup(page.descriptor)
    }

    private static func failure(of result: Int) -> CInt? { result < 0 ? clinux_errno() : nil }

    /// What every descriptor of it must refuse.
    private static func refusals(_ fd: CInt) -> [CInt?] {
        var byte: UInt8 = 1
        return [
            failure(of: pwrite(fd, &byte, 1, 0)),
            failure(of: Int(ftruncate(fd, 0))), failure(of: Int(ftruncate(fd, 8192))),
            failure(of: clinux_map_shared(fd, 128, 1) == nil ? -1 : 0),
            failure(of: Int(clinux_fcntl(fd, F_ADD_SEALS, 8))),
        ]
    }

    @Test func `is read by whoever has its descriptor`() throws {
        let page = try SealedPage.make(name: "test", size: PosePage.size)
        let memory = try #require(clinux_map_shared(page.descriptor, PosePage.size, 0))
        defer { munmap(memory, PosePage.size) }
        Self.write(7, page)
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: PosePage.size, alignment: 8)
        defer { copy.deallocate() }
        #expect(clinux_read_page(memory, copy.baseAddress, 16) == 1)
        #expect(PosePage(UnsafeRawBufferPointer(copy))?.up == Up(x: 7, y: 7, z: 7))
        #expect(copy.load(fromByteOffset: PosePage.Place.sequence, as: UInt64.self) == 2)
        Self.write(8, page)
        #expect(clinux_read_page(memory, copy.baseAddress, 16) == 1)
        #expect(PosePage(UnsafeRawBufferPointer(copy))?.yaw == 8)
    }

    @Test func `cannot be written, mapped to write, grown, shrunk or sealed further by its descriptor`()
        throws
    {
        let page = try SealedPage.make(name: "test", size: PosePage.size)
        Self.write(1, page)
        let expected: [CInt?] = [EPERM, EPERM, EPERM, EPERM, EPERM]
        #expect(Self.refusals(page.descriptor) == expected)
        // As root, whom no permission of the file stops: opened anew to write.
        let again = try OwnedDescriptor.open("/proc/self/fd/\(page.descriptor)", O_RDWR)
        #expect(Self.refusals(again.raw) == expected)
        #expect(throws: SystemError.self) {
            _ = try OwnedDescriptor.open("/proc/self/fd/\(page.descriptor)", O_RDWR | O_TRUNC)
        }
        // Nor by a mapping that was made to read (MADV_REMOVE is 9).
        let removing: CInt = 9
        let memory = try #require(clinux_map_shared(again.raw, PosePage.size, 0))
        defer { munmap(memory, PosePage.size) }
        #expect(mprotect(memory, PosePage.size, PROT_READ | PROT_WRITE) < 0)
        #expect(madvise(memory, 4096, removing) < 0)
        // And it still says what it did, and is written by whoever made it.
        Self.write(2, page)
        #expect(memory.load(fromByteOffset: PosePage.Place.yaw, as: Double.self) == 2)
        var status = stat()
        #expect(fstat(page.descriptor, &status) == 0 && status.st_size == PosePage.size)
    }

    @Test func `stays readable when its maker lets go of it`() throws {
        let fd = try Self.leftBehind()
        defer { close(fd) }
        let memory = try #require(clinux_map_shared(fd, PosePage.size, 0))
        defer { munmap(memory, PosePage.size) }
        #expect(memory.load(fromByteOffset: PosePage.Place.yaw, as: Double.self) == 3)
    }
}
