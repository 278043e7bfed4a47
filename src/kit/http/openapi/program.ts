import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * The script of the reference page, gzipped. Loading its package would occupy 50 MB of memory permanently, so a child process
 * extracts the script and exits.
 */
export const program = async () => {
  const unpacker = fileURLToPath(new URL('./unpack.ts', import.meta.url))
  const options = { encoding: 'buffer', maxBuffer: 16_777_216, timeout: 30_000 } as const
  return (await promisify(execFile)(process.execPath, [unpacker], options)).stdout
}
