import CLinux
import LinuxSystem
import NIOCore
import TiltClient

extension ClientError {
    /// Creates the error of NIO's attempt to connect to `path`.
    init(connecting error: any Error, path: String) {
        let number =
            switch error {
            case let error as IOError: error.errnoCode
            case is SocketAddressError: ENAMETOOLONG
            default: ECONNABORTED
            }
        self.init(SystemError("connect", path, errno: number), path: path)
    }
}
