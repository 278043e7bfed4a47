import assert from 'node:assert/strict'
import { rename, rm, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { form, pdf } from '../../test/fixtures/samples.ts'
import { house } from '../../test/house.ts'
import { mailer } from '../kit/mail/mail.ts'

const home = await house()
const { as, another, files } = home
const admin = as('admin')

type Check = { is: string; about: string; says: string; todo: string | null }
const check = async (about: string, service: Pick<typeof home, 'as'> = home) => {
  const { data } = await service.as('admin', { 'accept-language': 'en' }).get('/health')
  return data.find((each: Check) => each.about === about) as Check
}
const readiness = async () => (await as().get('//readyz')).status

/** Replaces the folder for uploads by a file, so that even root cannot write into it. */
const withoutFolder = async (work: () => Promise<void>) => {
  const aside = `${files.arrivals}-aside`
  await rename(files.arrivals, aside)
  await writeFile(files.arrivals, '')
  try {
    await work()
  } finally {
    await rm(files.arrivals)
    await rename(aside, files.arrivals)
  }
}

test('the health page reports disk space and the file store', async () => {
  assert.deepEqual(await check('files'), { is: 'ok', about: 'files', says: 'Files can be stored.', todo: null })
  const { is, says } = await check('disk')
  assert.match(`${is} ${says}`, /^(ok|warn|fail) \d+\.\d GB free at \//)
  assert.equal(await readiness(), 200)
})

test('if files cannot be written, an upload is answered 503, the process is not ready, and health says why', async () => {
  await withoutFolder(async () => {
    const upload = await admin.upload('/attachments', form(pdf, 'paper.pdf'))
    assert.deepEqual([upload.status, upload.body.code, upload.headers['retry-after']], [503, 'unavailable', '2'])
    assert.equal(await readiness(), 503)
    const { is, says, todo } = await check('files')
    assert.equal(is, 'fail')
    assert.match(says, /^No file can be stored: the file store failed: Error ENOTDIR/)
    assert.match(todo ?? '', /^Let the account of the service write DATA_DIR\/files and make room/)
  })
  assert.equal(await readiness(), 200)
  assert.equal((await admin.upload('/attachments', form(pdf, 'paper.pdf'))).status, 201)
})

test('the health page warns of a missing mail server and of one that does not answer; the process stays ready', async () => {
  assert.deepEqual(await check('mail'), {
    is: 'warn',
    about: 'mail',
    says: 'No mail server is set; mails become files in DATA_DIR/outbox.',
    todo: 'Set SMTP_URL and MAIL_FROM.',
  })
  const away = mailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@example.com', outbox: '/nowhere' })
  home.atEnd(away.close)
  const service = await another({ machine: { mailer: away, isMailServerSet: true } })
  const { is, says, todo } = await check('mail', service)
  assert.equal(is, 'warn')
  assert.match(says, /^The mail server cannot be used: .*ECONNREFUSED/)
  assert.equal(todo, 'Check SMTP_URL. Mails are kept and tried again for three days.')
  assert.equal((await service.as().get('//readyz')).status, 200)
})

test('an administrator mails a test to itself, and is told why it cannot be sent', async () => {
  const sent: { to: string; subject: string; text: string }[] = []
  const post = {
    send: async (mail: (typeof sent)[number]) => void sent.push(mail),
    check: async () => {},
    close: async () => {},
  }
  const service = await another({ machine: { mailer: post, isMailServerSet: true } })
  const answer = await service.as('admin', { 'accept-language': 'en' }).post('/health/test-mail')
  assert.deepEqual([answer.status, answer.data], [200, { sent_to: 'admin@example.com' }])
  assert.deepEqual(
    sent.map(({ to, subject }) => [to, subject]),
    [['admin@example.com', 'A test mail']],
  )
  assert.match(sent[0]?.text ?? '', /If you can read it, mails can be sent\./)
  const away = mailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@example.com', outbox: '/nowhere' })
  home.atEnd(away.close)
  const cut = await another({ machine: { mailer: away, isMailServerSet: true } })
  const failed = await cut.as('admin', { 'accept-language': 'en' }).post('/health/test-mail')
  assert.equal(failed.status, 503)
  assert.match(failed.body.detail, /^The mail server cannot be used: .*ECONNREFUSED/)
})
