import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Refusal, refuse, refuseField } from '../../errors.ts'
import { storeFaultOf } from '../../files/backend.ts'
import { MOST_OF_UPLOAD } from '../../sizes.ts'
import type { Words } from '../../words/words.ts'

/** A received form: its plain fields, and the temporary path of its file until it is inspected, or why its file was dropped. */
export type Form = { fields: Record<string, unknown>; arrival?: { path: string; name: string }; fault?: Words }

const BESIDES = 64 * 1024
const MB = 1024 * 1024
export const formLimits = {
  files: 1,
  fields: 30,
  fieldSize: 8 * 1024,
  parts: 31,
  headerPairs: 20,
}

/**
 * Reads a multipart form and streams its file to disk, with a limit of its size. If anything fails, the file is removed. A form of a
 * page is read to its end although its file is too large: the page shows the other fields again.
 */
export async function takeForm(
  request: FastifyRequest,
  arrivals: string,
  megabytes: number,
  { isOfPage = false } = {},
): Promise<Form> {
  if (!request.isMultipart()) refuse('unsupported_media_type', { detail: sendForm })
  const tooLarge = tooLargeFor(megabytes)
  const most = isOfPage ? MOST_OF_UPLOAD : megabytes * MB + BESIDES
  if (Number(request.headers['content-length'] ?? 0) > most) refuse('too_large', { detail: tooLarge })
  const path = join(arrivals, randomUUID())
  try {
    const form: Form = { fields: {} }
    for await (const part of request.parts()) {
      if (part.type === 'field') addField(form.fields, part)
      else if (await save(part, path)) form.arrival = { path, name: part.filename ?? '' }
      else if (isOfPage) form.fault = tooLarge
      else refuse('too_large', { detail: tooLarge })
    }
    if (form.arrival && (await isNone(form.arrival))) delete form.arrival
    if (form.fault || !form.arrival) await rm(path, { force: true })
    return form
  } catch (error) {
    await rm(path, { force: true }).catch(() => {})
    throw refusalOf(error)
  } finally {
    // The rest of the body is read and discarded, so that the client receives the answer.
    request.raw.resume()
  }
}

const addField = (fields: Form['fields'], { fieldname, value, valueTruncated }: MultipartValue) => {
  if (fieldname === 'file') refuseField('file', ['請以檔案上傳。', 'Send it as a file.'])
  if (valueTruncated) refuse('too_large')
  fields[fieldname] = fieldname in fields ? [fields[fieldname], value].flat() : value
}

/** Writes a file to disk, and says whether it is whole: one that is too large is cut off. */
const save = async ({ file, fieldname }: MultipartFile, path: string) => {
  if (fieldname !== 'file')
    refuseField(fieldname, ['檔案須放在名為 file 的欄位。', 'The file belongs in the field named file.'])
  await pipeline(file as Readable, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  return !file.truncated
}

// A browser sends a field in which no file was chosen as a file without a name and without a byte.
const isNone = async ({ path, name }: NonNullable<Form['arrival']>) => name === '' && (await stat(path)).size === 0

// An error of the disk has a `syscall` and is ours; every other one is a fault of the form.
const refusalOf = (error: unknown) => {
  if (error instanceof Refusal) return error
  return (error as NodeJS.ErrnoException).syscall
    ? storeFaultOf(error)
    : new Refusal('bad_request', { detail: unreadable })
}

const sendForm = ['請以 multipart/form-data 送出。', 'Send multipart/form-data.'] as const
const tooLargeFor = (megabytes: number): Words => [
  `檔案最大 ${megabytes} MB；請縮小後再上傳。`,
  `A file has at most ${megabytes} MB: make it smaller, then upload it.`,
]
const unreadable = [
  '無法讀取表單：請送出完整的 multipart/form-data，其中 file 為一個檔案。',
  'The form cannot be read: send multipart/form-data in full, with one file in the field named file.',
] as const
