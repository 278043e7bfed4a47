import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { currentDocument } from './document.ts'
import { filesOf } from './files.ts'

const generated = new URL('../src/generated/', import.meta.url)
const files = Object.entries(filesOf(await currentDocument()))
rmSync(generated, { recursive: true, force: true })
for (const folder of ['columns/', 'operations/', 'words/']) mkdirSync(new URL(folder, generated), { recursive: true })
for (const [name, text] of files) writeFileSync(new URL(name, generated), text)
console.log(`${files.length} files are written to sdk/src/generated.`)
