import { writeFileSync } from 'node:fs'
import { currentDocument } from './document.ts'
import { filesOf } from './files.ts'

const files = filesOf(await currentDocument())
for (const [name, text] of Object.entries(files))
  writeFileSync(new URL(`../src/generated/${name}`, import.meta.url), text)
console.log(`${Object.keys(files).join(' and ')} are written to sdk/src/generated.`)
