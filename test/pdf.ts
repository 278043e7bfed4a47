import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missing } from './tools.ts'

/** Without the tools that read PDFs a test is skipped with this reason. */
export const NEEDS_POPPLER = missing('pdftotext')

/** The content of a PDF: its text as laid out, and on request its structure, fonts and pages. */
export const readPdf = (bytes: Buffer) => {
  const asked = (tool: string, ...options: string[]) => onFile(bytes, (path) => run(tool, ...options, path))
  return {
    text: onFile(bytes, (path) => run('pdftotext', '-layout', path, '-')),
    /** The tagged structure; empty for a paper without tags. */
    tags: () => asked('pdfinfo', '-struct'),
    fonts: () => asked('pdffonts').split('\n').slice(2).filter(Boolean),
    /** The photographs, as pixels. */
    photographs: () =>
      asked('pdfimages', '-list')
        .split('\n')
        .filter((line) => / jpeg /.test(line)).length,
    pages: () => Number(/^Pages:\s+(\d+)/m.exec(asked('pdfinfo'))?.[1]),
  }
}

const run = (tool: string, ...options: string[]) => spawnSync(tool, options, { encoding: 'utf8' }).stdout

const onFile = (bytes: Buffer, read: (path: string) => string) => {
  const directory = mkdtempSync(join(tmpdir(), 'guidon-pdf-'))
  const path = join(directory, 'paper.pdf')
  try {
    writeFileSync(path, bytes)
    return read(path)
  } finally {
    rmSync(directory, { recursive: true })
  }
}
