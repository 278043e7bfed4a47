// Deletes installed files that nothing here reads: the C headers that come with Node.js, and source maps. They take 90 MB.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))

for (const name of readdirSync(modules).filter((name) => name.startsWith('node-linux-')))
  rmSync(join(modules, name, 'include'), { recursive: true, force: true })

for (const { name, parentPath } of readdirSync(modules, { recursive: true, withFileTypes: true }))
  if (name.endsWith('.map')) rmSync(join(parentPath, name))
