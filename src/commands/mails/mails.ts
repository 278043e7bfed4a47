import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { nameAllCodes } from '../../code-lists.ts'
import { allPreviews } from '../../modules/notifications/examples.ts'
import type { Arguments } from '../command.ts'
import { answer, type Io, table } from '../io.ts'
import { galleryOf } from './gallery.ts'

/** Lists all notices, or writes an example of each in all languages into one HTML page. */
export async function mails(io: Io, { json, preview, out = 'mails.html' }: Arguments) {
  nameAllCodes()
  const all = allPreviews()
  if (!preview) {
    const rows = all.map(({ name, channels, said }) => ({
      notice: name,
      channels: channels.join(' '),
      subject: said.find(({ locale }) => locale === io.locale)?.subject ?? '',
    }))
    return answer(io, json, all, table(['notice', 'channels', 'subject'], rows))
  }
  const path = resolve(out)
  await writeFile(path, galleryOf(all))
  answer(io, json, { path, notices: all.length }, [
    `${all.length} 則通知與郵件（中英文）已寫入 ${path}`,
    `${all.length} notices and mails, in both languages, are in ${path}`,
  ])
}
