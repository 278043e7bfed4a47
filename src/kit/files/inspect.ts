import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { limiter } from '../async/limiter.ts'
import type { Words } from '../words/words.ts'
import { endOf, type MediaType } from './endings.ts'
import { displayName, endingOf } from './names.ts'
import { readPicture } from './pictures.ts'

/** The properties found by inspection. */
export type Findings = {
  name: string
  media_type: MediaType
  size: number
  sha256: string
  width: number | null
  height: number | null
}
export type Verdict = { findings?: Findings; thumbnail?: Buffer; fault?: Words }

/** Checks a file by its content: it must have the type of its extension, be complete, and contain nothing of another format. */
export function inspect(path: string, givenName: string): Promise<Verdict> {
  return limited(async () => {
    const bytes = await readFile(path)
    const name = displayName(givenName)
    const media_type = mediaTypeBy[endingOf(name)]
    if (!media_type) return { fault: endingOf(name) === 'svg' ? drawing : unknownEnding }
    const fault = (await typeFault(media_type, bytes)) ?? (await structureFault(media_type, bytes))
    if (fault) return { fault }

    const findings = { name, media_type, size: bytes.length, sha256: hash('sha256', bytes), width: null, height: null }
    if (media_type === 'application/pdf') return { findings }
    const picture = await readPicture(bytes)
    if ('fault' in picture) return picture
    const { thumbnail, ...extent } = picture
    return { findings: { ...findings, ...extent }, thumbnail }
  })
}

const limited = limiter(2)

const mediaTypeBy: Record<string, MediaType | undefined> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
}

const typeFault = async (expected: MediaType, bytes: Buffer): Promise<Words | undefined> => {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  if (found?.mime === expected) return undefined
  const name = nameOf[expected]
  const what = found && (Object.entries(nameOf).find(([type]) => type === found.mime)?.[1] ?? found.ext.toUpperCase())
  return [
    `檔案的內容${what ? `是 ${what}，` : ''}不是檔名所說的 ${name}；請用原本的檔案，或另存為 ${name} 後再上傳。`,
    `The content${what ? ` (${what})` : ''} is not what the name says (${name}): use the original file, or save it as ${name}, then upload that.`,
  ]
}

const nameOf: Record<MediaType, string> = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
}

const structureFault = async (type: MediaType, bytes: Buffer): Promise<Words | undefined> => {
  const end = endOf(type, bytes)
  if (end === undefined) return cutOff
  if (end < bytes.length) return goesOn
  return (await isPolyglot(type, bytes)) ? polyglot : undefined
}

// A file of two formats (polyglot). Some programs find HTML anywhere in a text, a PDF header in the first kilobyte, and the
// directory of a ZIP archive from the end backwards.
const isPolyglot = async (type: MediaType, bytes: Buffer) => {
  const isPdf = type === 'application/pdf'
  const head = bytes.subarray(0, 1024)
  return (
    (await hasMarkup(isPdf ? head : bytes)) ||
    (!isPdf && head.includes('%PDF-', 0, 'latin1')) ||
    bytes.subarray(-65_557).includes('PK\x05\x06', 0, 'latin1')
  )
}
const MARKUP = /<(?:script|html|body|iframe|svg|!doctype|\?php)[\s>]/i
const PART = 512 * 1024
const LONGEST_MARKUP = '<!doctype>'.length

// In parts, so that ten megabytes do not block the event loop. The parts overlap by the longest text that is searched.
const hasMarkup = async (bytes: Buffer) => {
  for (let at = 0; at < bytes.length; at += PART) {
    if (MARKUP.test(bytes.toString('latin1', at, at + PART + LONGEST_MARKUP))) return true
    await nextIteration()
  }
  return false
}

const drawing: Words = [
  '不接受 SVG，因為其中可能有程式；請另存為 PNG 再上傳。',
  'SVG drawings are not accepted, because they may contain programs. Save the drawing as PNG, then upload that.',
]
const unknownEnding: Words = [
  '檔名須以 .jpg、.jpeg、.png、.webp 或 .pdf 結尾；其他格式請先另存為其中一種，再上傳。',
  'The name of the file must end in .jpg, .jpeg, .png, .webp or .pdf: save another format as one of these, then upload that.',
]
const cutOff: Words = [
  '檔案不完整；請重新存檔或重拍，再上傳。',
  'The file is cut off: save it anew or take the photo again, then upload it.',
]
const goesOn: Words = [
  '檔案結尾之後還有其他內容；請重新另存後再上傳。',
  'Something follows the end of the file: save it anew, then upload it.',
]
const polyglot: Words = [
  '檔案中藏有其他格式的內容；請重新另存後再上傳。',
  'The file hides content of another kind: save it anew, then upload it.',
]
