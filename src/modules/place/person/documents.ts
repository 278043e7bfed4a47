import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import type { Visit } from '../../../kit/http/pages/forms.ts'
import { html } from '../../../kit/http/pages/html.ts'
import { card, choice, done, input, sending } from '../../../kit/http/pages/parts.ts'
import { uploadForm } from '../../../kit/http/pages/sent.ts'
import { FILE_MB } from '../../../kit/sizes.ts'
import { throttle } from '../../../kit/throttle.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { limits } from '../../../limits.ts'
import type { Translate } from '../../page-words.ts'
import { pathIn } from '../../site/frame.ts'
import { DocumentUpload, handIn, keepDocument, NewDocument } from '../../traveler-documents/hand-in.ts'
import { kindWords } from '../../traveler-documents/schema.ts'
import { placePath } from '../document.ts'
import { callerOf, type Holder, type May } from '../holder.ts'
import type { Guest } from '../reads.ts'

/** The documents that are there, those that are asked for, and any other. */
export function documentsCard({ guest, openPapers, booking_number, may }: OnDocuments, visit: Visit, t: Translate) {
  const asked = guest.papers.filter(({ status }) => status === 'missing' || status === 'rejected')
  const there = guest.papers.filter((paper) => !asked.includes(paper))
  const at = pathIn(visit.locale, placePath(booking_number, `/people/${guest.id}/papers`))
  const row = (paper: Paper) => html`
<li>
  <div class="between">
    <span>${say(kindWords[paper.kind], visit.locale)} ${openPapers.includes(paper.id) && html`<a href="${at}/${paper.id}">${t('查看檔案', 'View the file')}</a>`}</span>
    <span class="badge">${t(...stateWords[paper.status])}</span>
  </div>
  ${may.upload && paper.status !== 'verified' && replacing(paper, visit, t)}
</li>`
  const confirmFirst = may.change && !may.upload && !there.length
  const body = html`
${there.length > 0 && html`<ul class="rows">${there.map(row)}</ul>`}
${may.upload && asked.map((paper) => requestedPaper(paper, visit, t))}
${may.upload && anotherPaper(guest, visit, t)}
${confirmFirst && html`<p class="soft">${t('確認信箱後，就能在這裡上傳。', 'Once your mailbox is confirmed, you can upload here.')}</p>`}`
  return card(t('護照與文件', 'Passport and documents'), body, { id: 'papers' })
}

type Paper = Guest['papers'][number]
type OnDocuments = { guest: Guest; openPapers: readonly number[]; booking_number: string; may: May }

const stateWords: Record<Paper['status'], Words> = {
  missing: ['待上傳', 'Missing'],
  received: ['已收到', 'Received'],
  verified: ['已確認', 'Checked'],
  rejected: ['請重新上傳', 'Send it again'],
  expired: ['已過期', 'Expired'],
}

/** Another file in place of one that nobody has checked yet; the former one is deleted. */
const replacing = ({ id, kind }: Paper, visit: Visit, t: Translate) => {
  const form = `wanted-${id}`
  const name = say(kindWords[kind], visit.locale)
  const hint = `${formats(t)}${t('原來的檔案會刪除。', ' The file that is there is deleted.')}`
  const body = picture(form, visit, t(`新的檔案：${name}`, `New file: ${name}`), hint)
  return html`
<details${visit.sent?.form === form && html` open`}>
  <summary>${t('更換檔案', 'Replace the file')}</summary>
  ${sending({ name: form, sent: visit.sent, isUpload: true, body, button: t('更換', 'Replace') })}
</details>`
}

const requestedPaper = ({ id, kind, reject_reason }: Paper, visit: Visit, t: Translate) => {
  const form = `wanted-${id}`
  const name = say(kindWords[kind], visit.locale)
  const why = reject_reason ? t(`請重新上傳：${reject_reason}`, `Please send it again: ${reject_reason}`) : undefined
  return sending({
    name: form,
    sent: visit.sent,
    isUpload: true,
    body: picture(form, visit, t(`請上傳：${name}`, `Please upload: ${name}`), why ?? formats(t)),
    button: t('上傳', 'Upload'),
  })
}

// The passport is asked for by a form of its own. Anything else is behind a heading.
const anotherPaper = (guest: Guest, visit: Visit, t: Translate) => {
  const form = `paper-${guest.id}`
  const isAsked = guest.papers.some(({ kind, status }) => kind === 'passport' && status !== 'received')
  const lacksPassport = guest.checks.includes('passport_missing') && !isAsked
  const kinds = (['passport', 'visa', 'id', 'photo', 'consent', 'other'] as const).map(
    (kind) => [kind, say(kindWords[kind], visit.locale)] as const,
  )
  const body = html`<input type="hidden" name="traveler_id" value="${guest.id}">
${choice({ form, sent: visit.sent, name: 'kind', label: t('證件或文件', 'Document'), of: kinds })}
${picture(form, visit, t('照片或 PDF', 'Picture or PDF'), formats(t))}`
  const isOpen = visit.sent?.form === form || lacksPassport
  const heading = lacksPassport
    ? t('上傳護照', 'Upload the passport')
    : t('上傳其他證件或文件', 'Upload another document')
  const isReceived = visit.done === form || visit.done?.startsWith('wanted-')
  return html`
${isReceived && done(t('已收到，謝謝您。', 'Received, thank you.'))}
<details${isOpen && html` open`}>
  <summary>${heading}</summary>
  ${sending({ name: form, sent: visit.sent, isUpload: true, body, button: t('上傳', 'Upload') })}
</details>`
}

const formats = (t: Translate) =>
  t(
    `可直接拍照；JPG、PNG、WebP 或 PDF，最大 ${FILE_MB} MB。`,
    `You can take a photo; JPG, PNG, WebP or PDF, at most ${FILE_MB} MB.`,
  )

const picture = (form: string, { sent }: Visit, label: string, hint: string) =>
  input({
    ...{ form, sent, name: 'file', label, hint, type: 'file' },
    attributes: html`accept="image/jpeg,image/png,image/webp,application/pdf" required`,
  })

export function documentForms({ keys }: FastifyInstance, holder: Holder) {
  const giver = async (tx: Tx) => {
    await throttle(tx, limits['papers handed in for booking'], holder.booking)
    return callerOf(holder, keys)
  }
  return {
    paper: uploadForm(NewDocument, async (tx, body) => {
      await keepDocument(tx, await giver(tx), body)
      return undefined
    }),
    wanted: uploadForm(DocumentUpload, async (tx, body, id) => {
      await handIn(tx, await giver(tx), id, body)
      return undefined
    }),
  }
}

/** Refuses an upload of somebody who may not, before the bytes are read. */
export function refuseUpload({ as, own }: Holder) {
  if (as === 'owner' || own?.is_proved) return
  refuse('forbidden', {
    detail: ['請先確認您的信箱，再上傳文件。', 'Confirm your mailbox first, then upload documents.'],
  })
}
