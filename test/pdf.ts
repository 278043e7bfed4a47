import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether the tools that read PDFs are there (poppler-utils); without them a test skips and says so. */
const canReadPdf = spawnSync('pdftotext', ['-v']).error === undefined
export const NEEDS_POPPLER = canReadPdf ? false : 'poppler-utils is not installed; the papers are not read back'

/** What a reader finds in a PDF: its text as laid out, its structure, its fonts and its pages. */
export const readPdf = (bytes: Buffer) => {
  const directory = mkdtempSync(join(tmpdir(), 'guidon-pdf-'))
  const path = join(directory, 'paper.pdf')
  writeFileSync(path, bytes)
  const run = (tool: string, ...options: string[]) =>
    execFileSync(tool, [...options, path, '-'].slice(0, -1), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const info = run('pdfinfo')
    return {
      text: execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }),
      tags: run('pdfinfo', '-struct'),
      fonts: run('pdffonts').split('\n').slice(2).filter(Boolean),
      pages: Number(/^Pages:\s+(\d+)/m.exec(info)?.[1]),
      isTagged: /^Tagged:\s+yes/m.test(info),
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}
