import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../errors.ts'
import type { Structure } from './structure.ts'

const FORMAT = 1

/** The contents of a backup. The manifest is written last, so a directory without one is not a complete backup. */
export type Manifest = Omit<Structure, 'tables'> & {
  format: typeof FORMAT
  /** The version of Guidon that made the backup. */
  version: string
  made_at: string
  /** A MAC by which a restore recognizes the right master key. It does not reveal the key. */
  key_check: string
  tables: Kept[]
  jobs: number
  files: { name: string; size: number; sha256: string }[]
  /** Files that are in the database but were missing in the store. Older backups may have them. */
  missing?: Missing[]
}
export type Missing = { file_id: number; name: string }
export type Kept = { name: string; columns: string[]; rows: number; sha256: string }

/** The paths of files in a backup. */
export function tableFile(directory: string, name: string) {
  return join(directory, 'tables', `${name}.copy.gz`)
}
export function jobsFile(directory: string) {
  return join(directory, 'jobs.json')
}
export function keptFile(directory: string, name: string) {
  return join(directory, 'files', name)
}
export function keyFile(directory: string) {
  return join(directory, 'master.key')
}

export function writeManifest(directory: string, manifest: Omit<Manifest, 'format'>) {
  return writeFile(join(directory, 'manifest.json'), JSON.stringify({ format: FORMAT, ...manifest }, null, 1), {
    mode: 0o600,
  })
}

export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, 'manifest.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return refuseBackup(directory)
  const manifest: Manifest = JSON.parse(text)
  return manifest.format === FORMAT ? manifest : refuseFormat(manifest.version)
}

const refuseBackup = (directory: string) =>
  refuse('bad_request', {
    detail: [
      `${directory} 不是完整的備份（沒有 manifest.json）。`,
      `${directory} is no whole backup: it has no manifest.json.`,
    ],
  })
const refuseFormat = (version: string) =>
  refuse('bad_request', {
    detail: [`此備份由較新的版本（${version}）製作。`, `This backup was made by a newer version (${version}).`],
  })
