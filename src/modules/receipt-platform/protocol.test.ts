import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opened } from '../../../test/fixtures/receipt-platform.ts'
import {
  type Account,
  allowanceCall,
  allowancesCall,
  answerOf,
  checkCode,
  decideCall,
  encrypted,
  isSuccess,
  issueCall,
  issuedIn,
  itemsFault,
  type Order,
  orderSearchCall,
  plain,
  resendCall,
  searchCall,
  signedIssue,
  voidCall,
} from './protocol.ts'

// The keys, texts and results of the examples in the platform's own documentation.
const example: Account = {
  ...{ merchant_ubn: '54352706', hash_key: '12345678901234567890123456789012', hash_iv: '1234567890123456' },
}
const at = new Date(1_400_137_200_000)

const order: Order = {
  order_no: 'O_201406010001',
  buyer: { name: '王小美', ubn: null, email: 'abc@gmail.com', address: null },
  seller_name: '業務203',
  amount: 1200,
  items: [
    { name: '商品一', count: 1, unit: '個', price: 200, amount: 200 },
    { name: '商品二', count: 10, unit: '本', price: 100, amount: 1000 },
  ],
  tour: null,
  comment: null,
}

test('the five encrypted examples of the platform', () => {
  const issue =
    'Version=1.1&TimeStamp=1400137200&MerchantOrderNo=O_201406010001&Status=1&Category=B2B&BuyerEmail=abc@gmail.com&SellerName=業務203&TotalAmt=1200&ItemName=商品一|商品二&ItemCount=1|10&ItemUnit=個|本&ItemPrice=200|100&ItemAmt=200|1000'
  const sealed = [
    '0ddd722db534612152877a2082309380fefc1612526018201e1b1d754ffcf5b0b7b7bd703b20ff4b43eb72778fa8ae9426874514ce8da4439b584275a11c02c140a1',
    '9a36ec20138bac86670c53e98f330932098ae9d21481dee8baeccee466ddc8999fa9211a6e8e1f79de3d62322d2bc130e26bc6d69ddd6b9db013e0cebdd08c5b182a',
    '8313242cbd55141ff680d6c93600eaa2358a7ec700d37a8f60a07769d8859cf18c80f6936baaacb69f7d27a236670febece5a5d833e3aee34c2856b3eeb9953b43cd',
    '5b9d318c7c3ab98e7444b16fd5aa6e424b59cd6e399cff7413e184edcd71da7935da4b51f301f48e541a297fcc1c90cc43b56e4d519126c81bf3',
  ].join('')
  assert.equal(encrypted(issue, example), sealed)

  const { path, body } = searchCall({ number: 'T13671005', random_code: '85767715' }, example, at)
  assert.equal(path, '/invoice_search')
  assert.equal(
    body,
    'MerchantID_=54352706&PostData_=0ddd722db534612152877a2082309380fefc1612526018201e1b1d754ffcf5b058b95ed9bba6906eb0a1e978448101110ac27c9d8a35c30bb9d8f1de2bb00c54f9c88b4be877a2dc83a49b2fcb71ca81d03315f82f44b3f93afad184e4fda291',
  )
  assert.equal(
    decideCall({ platform_no: '586', decision: 'confirm' }, example, at).body,
    'MerchantID_=54352706&PostData_=672781a0cacae60a9e8bf6e0866d113f5b90725edbb2af54aea18d6b41f6d8f3d7a10bfc00419845cc7a31739961319bc3c528854566acd31be523d72acf027faa6f5b1926ea3df19575cf294bc6e10b321ca28f4567e69331950b8502c0dc61',
  )
  assert.equal(
    resendCall({ number: 'T13671008', email: 'abc@gmail.com' }, example, at).body,
    'MerchantID_=54352706&PostData_=672781a0cacae60a9e8bf6e0866d113f5b90725edbb2af54aea18d6b41f6d8f3945fa3f1195f4bd2b361937d9796ac05d06e9c3ec75c250b86c9a4c90396feca283d609150ae37f001c1c1c2592090673344b20831c35d5febb986d183cd70a8',
  )
  assert.equal(
    allowancesCall({ from: '2016-09-25', until: '2016-09-25' }, example, at).body.replace('SearchType_=2', ''),
    'MerchantID_=54352706&&PostData_=78942f0afca77d7e464726ee053b1018da04ae2ecb132f4db2e693b79a1523d261c87ea6e713a2d528961375904af7a6e640e187fdcab092f42540829e43e475c95567dbfdf5e1c05df7cb8183fdf67ea199209a90c787eef170ea6a6af1eb5b',
  )
})

test('the check codes of the platform’s own examples, with the keys that stand beside them', () => {
  const keys: Account = { merchant_ubn: '54352706', hash_key: 'abc1234567890def', hash_iv: 'xyz0987654321uvw' }
  const issued = {
    ...{ InvoiceTransNo: '193060', MerchantID: '54352706', MerchantOrderNo: 'O_201406010001' },
    ...{ RandomNum: '85767715', TotalAmt: '20532' },
  }
  assert.equal(checkCode(issued, keys), 'BF39A0883906922021BEEDF09358586B08608FEF7536AFF256ED99FBE07CDAD8')
  const searched = { ...issued, MerchantID: '70565326', MerchantOrderNo: '202005010000008', TotalAmt: '500' }
  assert.equal(checkCode(searched, keys), 'E0B6341047DEB46AF1010BB705E895CE3BC54A2B9AAB54819E747B4B6E384E75')
})

test('a receipt is asked for with its fields in order, and only with those that it has', () => {
  assert.equal(
    textIn(issueCall(order, example, at).body),
    'Version=1.1&TimeStamp=1400137200&MerchantOrderNo=O_201406010001&Status=1&Category=B2C&BuyerName=王小美&BuyerEmail=abc@gmail.com&SellerName=業務203&TotalAmt=1200&ItemName=商品一|商品二&ItemCount=1|10&ItemUnit=個|本&ItemPrice=200|100&ItemAmt=200|1000',
  )
  const company = issueCall(
    {
      ...order,
      buyer: { name: 'A&B "大"', ubn: '12345675', email: 'a+b@x.tw', address: '台北市\n中山區' },
      tour: { name: `清邁 100% 親子\t${'團'.repeat(50)}`, number: 'CNX270128A', date: '2027-01-28' },
      comment: '備註',
    },
    example,
    at,
  )
  assert.equal(
    textIn(company.body),
    `Version=1.1&TimeStamp=1400137200&MerchantOrderNo=O_201406010001&Status=1&Category=B2B&BuyerName=A＆B ＂大＂&BuyerUBN=12345675&BuyerAddress=台北市 中山區&BuyerEmail=a%2Bb@x.tw&SellerName=業務203&TotalAmt=1200&ItemName=商品一|商品二&ItemCount=1|10&ItemUnit=個|本&ItemPrice=200|100&ItemAmt=200|1000&TourName=清邁 100％ 親子 ${'團'.repeat(39)}&TourNo=CNX270128A&TourDate=2027-01-28&Comment=備註`,
  )
})

test('voids, allowances and the question for an order number', () => {
  assert.equal(
    textIn(
      voidCall({ number: 'T13671008', reason: '客戶取消行程並要求全額退款', seller_name: '業務203' }, example, at).body,
    ),
    'Version=1.0&TimeStamp=1400137200&InvoiceNumber=T13671008&InvalidReason=客戶取消行程並要求全&Status=1&SellerName=業務203',
  )
  const allowance = { ...order, number: 'T13671009', is_agreed: false }
  assert.equal(
    textIn(allowanceCall(allowance, example, at).body),
    'Version=1.0&TimeStamp=1400137200&InvoiceNo=T13671009&MerchantOrderNo=O_201406010001&ItemName=商品一|商品二&ItemCount=1|10&ItemUnit=個|本&ItemPrice=200|100&ItemAmt=200|1000&TotalAmt=1200&SellerName=業務203&Status=0',
  )
  const search = orderSearchCall('G7_1', example, at)
  assert.equal(search.path, '/invoice_searchall')
  assert.match(search.body, /^MerchantID_=54352706&SearchType_=4&PostData_=/)
  assert.equal(textIn(search.body), 'Version=2.0&TimeStamp=1400137200&MerchantOrderNo=G7_1')
})

test('signs that part fields or are refused are written in full width, and line breaks become blanks', () => {
  assert.equal(plain(' A&B "x" \'y\' <z>|w\r\n1+1=100% '), 'A＆B ＂x＂ ＇y＇ ＜z＞｜w 1＋1=100％')
})

test('items that the platform would not take are refused with the limit', () => {
  const item = { name: '團費', count: 1, unit: '人', price: 100, amount: 100 }
  const of = (...names: string[]) => itemsFault(names.map((name) => ({ ...item, name })))?.[1]
  assert.equal(of('團費', '簽證', '保險', '小費', '加購', '單人房', '退差'), undefined)
  assert.equal(of('團'.repeat(40), '費'.repeat(80), '費'.repeat(160)), undefined)
  assert.match(of(...Array.from({ length: 8 }, () => '團費')) ?? '', /^There can be 7 items/)
  assert.match(of('團'.repeat(41), '費'.repeat(160), '費'.repeat(41)) ?? '', /^There can be 7 items/)
  assert.match(of('團'.repeat(161)) ?? '', /1 to 160 letters/)
  assert.match(of(' ') ?? '', /1 to 160 letters/)
  assert.match(of() ?? '', /at least one item/)
  assert.match(itemsFault([{ ...item, unit: '大公斤' }])?.[1] ?? '', /1 to 2 letters/)
  assert.match(itemsFault([{ ...item, amount: 100_000_000 }])?.[1] ?? '', /at most eight/)
})

const told =
  'Status=SUCCESS&Message=%E6%88%90%E5%8A%9F&MerchantID=54352706&MerchantOrderNo=O_201406010001&TotalAmt=20532&InvoiceNumber=T13671008&InvoiceTransNo=193060&RandomNum=85767715&CreateTime=2014-09-25+12%3A12%3A12&Surplus=2003&CheckCode=BF39A0883906922021BEEDF09358586B08608FEF7536AFF256ED99FBE07CDAD8&DisplayURL=https%3A%2F%2Fcwww.travelinvoice.com.tw%2Fofficial%2FInvoice%2FsearchInv%3FKey%3D844888&EndStr=%23%23'

test('an answer is read, and believed only if it is whole and signed', () => {
  const keys: Account = { merchant_ubn: '54352706', hash_key: 'abc1234567890def', hash_iv: 'xyz0987654321uvw' }
  const answer = answerOf(told) ?? assert.fail()
  assert.equal(answer.message, '成功')
  assert.deepEqual(signedIssue(answer, keys), {
    ...{ number: 'T13671008', order_no: 'O_201406010001', amount: 20532, trans_no: '193060', random_code: '85767715' },
    display_url: 'https://cwww.travelinvoice.com.tw/official/Invoice/searchInv?Key=844888',
    ...{ created_at: '2014-09-25T12:12:12+08:00', surplus: 2003 },
  })
  assert.equal(answerOf(decodeURIComponent(told))?.fields.InvoiceNumber, 'T13671008', 'also one that is not encoded')
  for (const cut of [told.slice(0, -6), told.slice(0, 100), '', '<html>', 'EndStr=##', '{"Status":', '{}'])
    assert.equal(answerOf(cut), undefined, cut)
  const other = answerOf(told.replace('TotalAmt=20532', 'TotalAmt=2')) ?? assert.fail()
  assert.equal(signedIssue(other, keys), undefined)
  assert.equal(signedIssue(answer, { ...keys, hash_key: 'abc1234567890deg' }), undefined)
})

test('a refusal comes with HTTP 200, and rows come as JSON or as JSON in a text', () => {
  const refused = answerOf('Status=KEY10001&Message=非旅行社 API 串接 IP&EndStr=##') ?? assert.fail()
  assert.deepEqual([isSuccess(refused), refused.status, refused.message], [false, 'KEY10001', '非旅行社 API 串接 IP'])
  const row = { InvoiceNumber: 'T13671008', MerchantOrderNo: 'G7_1', TotalAmt: 500, RandomNum: '1', InvoiceStatus: 1 }
  for (const ReturnInvoice of [[row], JSON.stringify([row])])
    assert.equal(issuedIn(answerOf(JSON.stringify({ Status: 'SUCCESS', ReturnInvoice }))?.rows[0] ?? {})?.amount, 500)
  assert.deepEqual(answerOf('{"Status":"BS10006","Message":"查無","ReturnInvoice":"[]"}')?.rows, [])
  assert.equal(issuedIn({ InvoiceNumber: '' }), undefined, 'one that waits for its day has no number')
})

/** What was encrypted, and that it fills blocks of 32 bytes. */
const textIn = (body: string) => {
  const sealed = /PostData_=([0-9a-f]+)$/.exec(body)?.[1] ?? assert.fail()
  assert.equal(sealed.length % 64, 0)
  return opened(sealed, example)
}
