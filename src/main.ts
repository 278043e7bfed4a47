import { ioOf } from './commands/io.ts'
import { run } from './commands/run.ts'
import { readEnvironment } from './config.ts'

process.exitCode = await run(process.argv.slice(2), ioOf(process, readEnvironment()))
