import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * The program of the readable reference, gzipped. Its package would take 50 MB of this process for good,
 * so another process takes the program out of it and goes.
 */
export const program = async () => {
  const unpacker = fileURLToPath(new URL('./unpack.ts', import.meta.url))
  const options = { encoding: 'buffer', maxBuffer: 16_777_216, timeout: 30_000 } as const
  return (await promisify(execFile)(process.execPath, [unpacker], options)).stdout
}
