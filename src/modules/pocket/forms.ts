import { html, type Markup } from '../../kit/http/pages/html.ts'
import { choice, input, longText } from '../../kit/http/pages/parts.ts'
import type { Translate } from '../page-words.ts'
import { type EntryKind, type Settings, translator, wordOf } from './view/shown.ts'

/** The forms of the page, empty. The script fills one in when it is opened, and says in it what was refused. */
export function entryForms(settings: Settings): Markup {
  const t = translator(settings)
  return html`
${template('day-notes', t('記事', 'Note'), noteFields(t), t('記下', 'Keep'), t)}
${template('expenses', t('記帳', 'Expense'), expenseFields(settings, t), t('記下', 'Keep'), t)}
${template('incidents', t('通報事故', 'Report an incident'), incidentFields(settings, t), t('通報', 'Report'), t)}
${template('roll-calls', t('點名', 'Roll call'), callFields(t), t('完成點名', 'Finish the roll call'), t)}`
}

const template = (kind: EntryKind, title: string, fields: Markup, keep: string, t: Translate) => html`
<template id="form-${kind}">
  <header class="between">
    <h2 id="sheet-title">${title}</h2>
    <button type="button" class="button plain" data-close="">${t('關閉', 'Close')}</button>
  </header>
  <form data-form="${kind}">
    ${fields}
    <p class="does"><button class="button main full">${keep}</button></p>
  </form>
</template>`

type Field = Parameters<typeof input>[0]
const field = (form: EntryKind, name: string, label: string, more: Partial<Field> = {}) =>
  input({ form, sent: undefined, name, label, ...more })

const dayField = (form: EntryKind, t: Translate) =>
  field(form, 'day', t('日期', 'Day'), { type: 'date', attributes: html`required` })

const noteFields = (t: Translate) => {
  const attributes = html`required maxlength="4000"`
  return html`
${dayField('day-notes', t)}
${longText({ form: 'day-notes', sent: undefined, name: 'text', label: t('發生了什麼', 'What happened'), attributes })}`
}

const expenseFields = (settings: Settings, t: Translate) => {
  const form = 'expenses'
  const one = (name: string, label: string, most: number, hint?: string) =>
    field(form, name, label, { hint, attributes: html`maxlength="${most}" autocomplete="off"` })
  const codes = (name: string, list: string, label: string, value: string) =>
    choice({ form, sent: undefined, name, label, value, of: optionsOf(list, settings) })
  const amount = html`inputmode="decimal" pattern="\\d+(\\.\\d{1,2})?" maxlength="12" autocomplete="off" required`
  const currencies = settings.currencies.map((each) => [each, each] as const)
  return html`
<div class="pair two">
  ${field(form, 'amount', t('金額', 'Amount'), { attributes: amount })}
  ${choice({ form, sent: undefined, name: 'currency', label: t('幣別', 'Currency'), of: currencies })}
</div>
<div class="pair two">
  ${codes('kind', 'expense_kind', t('項目', 'What for'), 'meal')}
  ${codes('paid_from', 'paid_from', t('支付方式', 'Paid from'), 'advance')}
</div>
${dayField(form, t)}
${one('description', t('說明', 'Description'), 200)}
${one('voucher_number', t('單據號碼', 'Voucher number'), 60)}
${one('no_voucher_reason', t('無單據原因', 'Why there is no voucher'), 200, t('沒有單據號碼時填寫', 'Where there is no number'))}
${field(form, 'photos', t('收據照片', 'Photograph of the receipt'), {
  ...{ type: 'file', attributes: html`accept="image/*" capture="environment"` },
  hint: t('在手機上縮小，文字送出後再送', 'Made smaller on the phone, and sent after the words'),
})}`
}

const incidentFields = (settings: Settings, t: Translate) => {
  const form = 'incidents'
  const words = (name: string, label: string, attributes: Markup) =>
    longText({ form, sent: undefined, name, label, attributes })
  const codes = (name: string, list: string, label: string, value: string) =>
    choice({ form, sent: undefined, name, label, value, of: optionsOf(list, settings) })
  return html`
<p class="soft small">${t('有立即危險，先打當地的緊急電話 112。', 'In danger, first call the local emergency number 112.')}</p>
<div class="pair two">
  ${codes('kind', 'incident_kind', t('類型', 'Kind'), 'illness')}
  ${codes('severity', 'incident_severity', t('嚴重程度', 'Severity'), 'medium')}
</div>
${input({ form, sent: undefined, name: 'happened_at', label: t('發生時間（當地）', 'Happened at (local time)'), type: 'datetime-local', attributes: html`required` })}
${field(form, 'place', t('地點', 'Place'), { attributes: html`maxlength="200"` })}
${words('what', t('經過', 'What happened'), html`required maxlength="4000"`)}
${words('done', t('已處理', 'What was done'), html`maxlength="4000"`)}
${words('needs', t('需要協助', 'What is needed'), html`maxlength="2000"`)}
<details>
  <summary>${t('相關旅客', 'Travelers concerned')}</summary>
  <div class="concerned"></div>
</details>`
}

const callFields = (t: Translate) => html`
<div class="count">
  <span id="ring"></span>
  <div>
    ${field('roll-calls', 'name', t('點名', 'Roll call'), { value: t('集合', 'Gathering'), attributes: html`required maxlength="100"` })}
    ${field('roll-calls', 'place', t('地點', 'Place'), { attributes: html`maxlength="200"` })}
  </div>
</div>
<ul class="roll"></ul>`

const optionsOf = (list: string, settings: Settings) =>
  Object.keys(settings.words[list] ?? {}).map((code) => [code, wordOf(settings, list, code)] as const)
