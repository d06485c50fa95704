import ArgumentParser
import TiltImport

extension ExportFormat: ExpressibleByArgument {}
