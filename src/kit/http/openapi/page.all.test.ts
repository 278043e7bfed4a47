import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complaintsOf, noBrowser, openBrowser } from '../../../../test/browser.ts'
import { house } from '../../../../test/house.ts'
import { LONGEST_MS } from '../../../../test/until.ts'

const home = await house()
const { app } = home

test('in a browser that may contact any host, the page contacts only this one, and can send a request', {
  skip: noBrowser,
}, async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await openBrowser(home)
  const asked: string[] = []
  const opened = async (path: string, options = {}) => {
    const page = await browser.newPage(options)
    // Its script computes for seven seconds.
    page.setDefaultTimeout(LONGEST_MS)
    page.on('request', (request) => asked.push(request.url()))
    const complaints = await complaintsOf(page)
    await page.goto(`${address}${path}`)
    return { page, complaints }
  }
  const { page, complaints } = await opened('/docs')
  await page.getByText('季節 Seasons').first().waitFor()
  // The script tests whether it may compile code from text, and works without it. One of its labels names no field, which only a
  // browser with windows reports.
  const isKnown = (complaint: string) => /kEvalViolation|FormLabelHasNeitherForNorNestedInputError/.test(complaint)
  assert.deepEqual(
    complaints.filter((complaint) => !isKnown(complaint)),
    [],
  )

  // Without the policy, only the page itself prevents contacts to other hosts.
  const { page: free } = await opened('/docs?again#tag/seasons/GET/api/seasons', { bypassCSP: true })
  await free.getByRole('button', { name: 'Test Request' }).first().click()
  await free.getByRole('button', { name: 'Send' }).first().click()
  await free.getByText('401 Unauthorized').first().waitFor()
  const hosts = new Set(asked.map((url) => new URL(url)).map(({ protocol, host }) => `${protocol}//${host}`))
  assert.deepEqual([...hosts], [address])
  assert.ok(asked.some((url) => url.startsWith(`${address}/api/seasons`)))
})
