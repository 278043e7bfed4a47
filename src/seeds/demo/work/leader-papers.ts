import { hash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Store } from '../../../kit/files/store.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { keepLeaderFile } from '../../../modules/tour-leaders/files.ts'
import { specimen } from './specimens.ts'

type Paper = { id: number; kind: 'license' | 'passport'; name: string; lines: string[]; expires_on: string }

/** Scans of every leader's passport and licence, with the expiry dates of the leader's record. */
export async function keepLeaderPapers(tx: Tx, files: Store, office: Actor) {
  const { rows } = await sql<Paper>`
    select id, 'passport' as kind, 'passport.pdf' as name, passport_expires_on as expires_on,
           array['SPECIMEN', 'PASSPORT / REPUBLIC OF CHINA (TAIWAN)', name_en, 'EXPIRES ' || passport_expires_on] as lines from tour_leaders
    union all
    select id, 'license', 'licence.pdf', (licenses #>> '{0,expires_on}')::date,
           array['SPECIMEN', 'TOUR LEADER LICENCE', name_en, licenses #>> '{0,number}', 'EXPIRES ' || (licenses #>> '{0,expires_on}')] from tour_leaders
     order by id, kind`.execute(tx)
  const stored = await Promise.all(rows.map(({ name, lines }) => storeScan(files, name, specimen(lines))))
  for (const [nth, file] of stored.entries()) {
    const { id, kind, expires_on } = rows[nth] as Paper
    await keepLeaderFile(tx, office, id, { kind, expires_on, file })
  }
}

const storeScan = async (files: Store, name: string, bytes: Buffer) => {
  const path = randomUUID()
  const arrival = join(files.arrivals, path)
  await writeFile(arrival, bytes, { mode: 0o600 })
  await files.keep(arrival, path)
  const sha256 = hash('sha256', bytes)
  return { name, place: path, sha256, size: bytes.length, media_type: 'application/pdf', width: null, height: null }
}
