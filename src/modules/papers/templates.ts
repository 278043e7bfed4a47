import { Type } from 'typebox'
import { found, refuseField } from '../../kit/errors.ts'
import { flag, line, oneOf } from '../../kit/fields.ts'
import { PdfBytes } from '../../kit/http/routes/paper.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { sendBytes } from '../../kit/http/routes/sheet.ts'
import { fileNamed, PDF } from '../../kit/http/routes/sheet-formats.ts'
import { PrintFault } from '../../kit/papers/printer.ts'
import { locales, type Words } from '../../kit/words/words.ts'
import { readSamples } from './samples/samples.ts'

/** The names of the papers that each template prints. */
export const templateWords: Readonly<Record<string, Words>> = {
  'package-sheet': ['行程表', 'Itinerary of a package'],
  departures: ['出團表', 'Departures'],
  booking: ['報價單／訂單確認書', 'Quotation and confirmation'],
  'payment-slip': ['繳款單', 'Payment slip'],
  receipt: ['收款證明', 'Receipt'],
  'departure-notice': ['行前通知書', 'Departure notice'],
  'name-list': ['旅客名單', 'Name list'],
  manifest: ['旅客清單', 'Manifest'],
  'rooming-list': ['分房表', 'Rooming list'],
  'land-order': ['地接訂單', 'Order for the land operator'],
  'dietary-list': ['餐食名單', 'Dietary list'],
  'leader-pack': ['領隊資料袋', 'Leader pack'],
  handover: ['交接單', 'Handover'],
  'attendance-sheet': ['說明會簽到表', 'Attendance sheet'],
  settlement: ['結團報告', 'Settlement'],
  'pass-through-statement': ['代收轉付明細表', 'Statement of what passed through'],
  'signed-costs': ['無憑證支出證明', 'Costs without a voucher'],
  statement: ['對帳單', 'Statement of a customer'],
  'insurance-list': ['投保名冊', 'Insurance list'],
  'visa-list': ['簽證及護照代辦名單', 'Visa and passport list'],
  'arrival-list': ['入境卡資料', 'Arrival card sheet'],
  'emergency-pack': ['緊急應變資料', 'Emergency pack'],
  'leader-account': ['領隊帳', 'Account of a leader'],
  'trip-report': ['出團報告', 'Report of a trip'],
  'incident-report': ['事故報告', 'Incident report'],
  docs: ['DOCS／APIS', 'DOCS/APIS lines'],
}

const access = ['admin'] as const
const params = Type.Object({ template: line(40, 'booking') })
const Template = Type.Object({
  template: Type.String({ examples: ['booking'] }),
  name: Type.String({ examples: ['報價單／訂單確認書'] }),
  name_en: Type.String({ examples: ['Quotation and confirmation'] }),
  /** The operator has replaced our template by a file of its own. */
  is_own: flag(),
})
/** The text of a template, and the facts that it is printed from as JSON. */
const TemplateText = Type.Object({ ...Template.properties, text: Type.String(), facts: Type.String() })

/** `/api/paper-templates`: the templates of papers, each with a printed sample. */
export default routes((on) => {
  reading(on)
  sample(on)
})

const reading = (on: On) => {
  const summary = 'The templates of papers, and which of them are the own files of the agency'
  const list = { name: 'listPaperTemplates', access, summary, returns: Type.Array(Template), etag: 'none' } as const
  on.get('', list, async ({ request }) => {
    const samples = await readSamples()
    return Promise.all(
      samples.map(async ({ template }) => {
        const { is_own } = await request.server.papers.source(template)
        return { ...named(template), is_own }
      }),
    )
  })
  const one = { name: 'getPaperTemplate', access, summary: 'The text of a template and its sample facts', params }
  on.get('/:template', { ...one, returns: TemplateText, etag: 'none' }, async ({ params: { template }, request }) => {
    const { own } = await sampleOf(template)
    const source = await request.server.papers.source(template)
    return { ...named(template), ...source, facts: JSON.stringify(own, null, 2) }
  })
}

const sample = (on: On) => {
  const query = Type.Object({ locale: Type.Optional(oneOf(locales)) }, { additionalProperties: false })
  const summary = 'A paper printed from sample facts; what is wrong with its template is answered with file and line'
  const spec = { name: 'printPaperTemplate', access, summary, params, query, returns: PdfBytes, media: PDF }
  on.raw('GET', '/:template/paper', spec, async (request, reply) => {
    const { template } = request.params as { template: string }
    const { locale = request.locale } = request.query as { locale?: typeof request.locale }
    const { actor, server } = request
    if (!actor) throw new Error('a sample is not for strangers')
    const { own } = await sampleOf(template)
    const facts = { size: 'a4', ...own }
    const pdf = await server.papers.print({ template, facts, locale }, actor).catch(refuseFaults)
    return sendBytes(reply, PDF, fileNamed(template, 'pdf'), pdf)
  })
}

const sampleOf = async (template: string) => found((await readSamples()).find((sample) => sample.template === template))

// Only this route returns the faults of a template, because they quote it, and its callers may read it.
const refuseFaults = (fault: unknown): never => {
  if (!(fault instanceof PrintFault)) throw fault
  return refuseField('template', ...fault.faults.map((each) => [each, each] as const))
}

const named = (template: string) => {
  const [name, name_en] = templateWords[template] ?? [template, template]
  return { template, name, name_en }
}
