import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from './html.ts'

test('no line of a page breaks inside a day, a moment or a telephone number', () => {
  const kept = [
    ...['12/19（六）', '2027/1/6（三）', '12/2 09:41', '2027/1/1 02:00', '2026年12月19日（六）', '2026年12月2日 09:41'],
    ...['Sat 19 Dec', 'Wed 6 Jan 2027', '2 Dec 09:41', '1 Jan 2027 02:00', '0912 345 678', '+886 2 2500 1234'],
  ]
  for (const text of kept)
    assert.equal(html`<p>${`在 ${text} 前`}</p>`.markup, `<p>在 <span class="unbroken">${text}</span> 前</p>`)
  const plain = ['NT$49,900', 'KIX270310A-007', '19:30–21:00', '2 天', '24 seats', '1 of 2']
  for (const text of plain) assert.equal(html`<p>${text}</p>`.markup, `<p>${text}</p>`)
})

test('attributes, titles, options and fields to type in keep their text as it is', () => {
  const day = 'Sat 19 Dec'
  const given = html`value="${day}" aria-label="Until ${day}"`
  assert.equal(
    html`<input title="${day}" ${given}>`.markup,
    `<input title="${day}" value="${day}" aria-label="Until ${day}">`,
  )
  for (const name of ['title', 'textarea', 'option'])
    assert.match(
      {
        title: html`<title>${day}</title>`,
        textarea: html`<textarea rows="3">On ${day}</textarea>`,
        option: html`<option value="1">${day}</option>`,
      }[name]?.markup ?? '',
      />(On )?Sat 19 Dec</,
    )
  assert.equal(html`${day}`.markup, `<span class="unbroken">${day}</span>`)
})

test('line breaks around elements and values write nothing, and between words a space', () => {
  const row = (name: string) => html`
<li>
  <b>${name}</b>
  ${name === '甲' && html`<i>1</i>`}
</li>`
  assert.equal(
    html`
<ul class="rows"
  id="two">
  ${[row('甲'), row('乙')]}
</ul>
two
words${' '}
<p>${'as\ntyped'}</p>`.markup,
    '<ul class="rows" id="two"><li><b>甲</b><i>1</i></li><li><b>乙</b></li></ul>two words <p>as\ntyped</p>',
  )
})
