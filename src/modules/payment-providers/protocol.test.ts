import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { checkMacValue, ecpay } from './ecpay.ts'
import { decrypted, encrypted, newebpay, tradeSha } from './newebpay.ts'
import { fieldsOf, type Order } from './protocol.ts'

const stage = { merchant_id: '3002607', hash_key: 'pwFHCqoQZGmho4w6', hash_iv: 'EkRm7iFT261dpevs' }

test('ECPay: the check value of its own example', () => {
  const example = {
    ...{ TradeDesc: '促銷方案', PaymentType: 'aio', MerchantTradeDate: '2023/03/12 15:30:23', EncryptType: '1' },
    ...{
      MerchantTradeNo: 'ecpay20230312153023',
      MerchantID: '3002607',
      ReturnURL: 'https://www.ecpay.com.tw/receive.php',
    },
    ...{ ItemName: 'Apple iphone 15', TotalAmount: '30000', ChoosePayment: 'ALL' },
  }
  const right = '6C51C9E6888DE861FD62FB1DD17029FC742634498FD813DC43D4243B5685B840'
  assert.equal(checkMacValue(example, stage), right)
  assert.equal(checkMacValue({ ...example, CheckMacValue: 'not a part of it' }, stage), right)
})

test('ECPay: signs, blanks and names in small letters as the provider does', () => {
  // Each value is SHA-256 of `hashkey%3dpwfhcqoqzgmho4w6%26{…}%26hashiv%3dekrm7ift261dpevs`, written out by hand.
  const cases: [Record<string, string>, string][] = [
    [{ A: "a b~c'd-_.!*()" }, 'a%3da+b%7ec%27d-_.!*()'],
    [{ card4no: '1', CustomField1: '', Zip: 'é' }, 'card4no%3d1%26customfield1%3d%26zip%3d%c3%a9'],
  ]
  for (const [fields, within] of cases) {
    const whole = `hashkey%3dpwfhcqoqzgmho4w6%26${within}%26hashiv%3dekrm7ift261dpevs`
    assert.equal(checkMacValue(fields, stage), sha256(whole), within)
  }
})

test('ECPay: an order has the time of Taiwan and a whole amount, and a changed notice is not the provider’s', () => {
  const order = ecpay.order(
    {
      ...{ trade_no: 'T1', amount: 100, item: '測試付款', at: new Date('2027-01-28T16:05:09Z') },
      ...{ method: 'card', days: 3, number_url: 'https://guidon.example/m' },
      ...{ notify_url: 'https://guidon.example/n', back_url: 'https://guidon.example/b' },
    },
    stage,
  )
  assert.deepEqual(
    [order.MerchantTradeDate, order.TotalAmount, order.EncryptType, order.MerchantID],
    ['2027/01/29 00:05:09', '100', '1', '3002607'],
  )
  const told = {
    ...{
      MerchantID: '3002607',
      MerchantTradeNo: 'T1',
      RtnCode: '1',
      RtnMsg: '交易成功',
      TradeNo: '2701281234',
      TradeAmt: '100',
    },
    ...{ SimulatePaid: '0', StoreID: '', card4no: '1111', card6no: '400022' },
  }
  const sent = { ...told, CheckMacValue: checkMacValue(told, stage) }
  const { kept, ...heard } = ecpay.heard(fieldsOf(`${new URLSearchParams(sent)}`) ?? {}, stage) ?? assert.fail()
  assert.deepEqual(heard, {
    ...{ merchant_id: '3002607', trade_no: 'T1', amount: 100, provider_no: '2701281234' },
    ...{ is_paid: true, is_simulated: false, fee: undefined, given: undefined },
  })
  assert.deepEqual(
    Object.keys(kept).filter((name) => name.startsWith('card')),
    [],
    'nothing of a card is kept',
  )
  const changes: Record<string, string>[] = [{ TradeAmt: '1' }, { StoreID: 'x' }, { extra: '' }, { CheckMacValue: '' }]
  for (const changed of changes)
    assert.equal(ecpay.heard({ ...sent, ...changed }, stage), undefined, JSON.stringify(changed))
  assert.equal(ecpay.heard(sent, { ...stage, hash_iv: 'EkRm7iFT261dpevt' }), undefined)
})

// The shop of the provider's manual NDNF-1.2.3, with a request and a notice that stand there.
const shop = { merchant_id: 'MS127874575', hash_key: 'Fs5cX1TGqYM2PpdbE14a9H83YQSQF5jn', hash_iv: 'C6AcmfqJILwgnhIP' }
const REQUEST = [
  'f79eac33c4f3245d58f17b544c5d38b09457a6d77e77bae6f10fcc7236fe153ccef1a80001c0746afc063a7570f80ad9',
  '70d8a32c72332c9ec5547410188007876bdca2bafa52d07d31b6b183f2204d6e4feee6d245e286ab198cf95422ad5843',
  'c7696fc943cbb65979ad207607d4b5d97dac4a90ccd5e7a37adb7d7062e838be09d94e8c5dfa145c048e17feabe58c2e',
  '310792f0f50f5af32961ffb07ff6649ae1021ad558242551de5f09316e3182e198775e5d1ad5b66a70be290004de750f',
  'a85d86b0c2f087b40005d89e048be2ab6fd83f1c522494c093426a10a1f73fe4',
].join('')
const NOTICE = [
  'ee11d1501e6dc8433c75988258f2343d11f4d0a423be672e8e02aaf373c53c2363aeffdb4992579693277359b3e449eb',
  'e644d2075fdfbc10150b1c40e7d24cb215febefdb85b16a5cde449f6b06c58a5510d31e8d34c95284d459ae4b52afc15',
  '09c2800976a5c0b99ef24cfd28a2dfc8004215a0c98a1d3c77707773c2f2132f9a9a4ce3475cb888c2ad372485971876',
  'f8e2fec0589927544c3463d30c785c2d3bd947c06c8c33cf43e131f57939e1f7e3b3d8c3f08a84f34ef1a67a08efe177',
  'f1e663ecc6bedc7f82640a1ced807b548633cfa72d060864271ec79854ee2f5a170aa902000e7c61d1269165de330fce',
  '7d10663d1668c711571776365bfdcd7ddc915dcb90d31a9f27af9b79a443ca8302e508b0dbaac817d44cfc44247ae613',
  '075dde4ac960f1bdff4173b915e4344bc4567bd32e86be7d796e6d9b9cf20476e4996e98ccc315f1ed03a34139f93679',
  '7d971f2a3f90bc18f8a155a290bcbcf04f4277171c305bf554f5cba243154b30082748a81f2e5aa432ef9950cc9668cd',
  '4330ef7c37537a6dcb5e6ef01b4eca9705e4b097cf6913ee96e81d0389e5f775',
].join('')

test('NewebPay: the encrypted request and both signatures of its manual', () => {
  const fields = {
    ...{ MerchantID: 'MS127874575', RespondType: 'String', TimeStamp: '1695795410', Version: '2.0' },
    ...{ MerchantOrderNo: 'Vanespl_ec_1695795410', Amt: '30', ItemDesc: 'test' },
    NotifyURL: 'https://webhook.site/d4db5ad1-2278-466a-9d66-78585c0dbadb',
  }
  assert.equal(encrypted(fields, shop), REQUEST)
  assert.equal(tradeSha(REQUEST, shop), '84E4D9F96537E029F8450BE1E759080F9AF6995921B7F6F9AAFDDD2C36E7B287')
  assert.equal(tradeSha(NOTICE, shop), 'C80876AEBAC0036268C0E240E5BFF69C0470DE9606EEE083C5C8DD64FDB3347A')
})

test('NewebPay: the notice of its manual is read, and nothing of the card is kept', () => {
  const sha = 'C80876AEBAC0036268C0E240E5BFF69C0470DE9606EEE083C5C8DD64FDB3347A'
  assert.deepEqual(newebpay.heard({ TradeInfo: NOTICE, TradeSha: sha }, shop), {
    ...{ merchant_id: 'MS127874575', trade_no: 'Vanespl_ec_1695795668', amount: 30, provider_no: '23092714215835071' },
    ...{ is_paid: true, is_simulated: false, given: undefined },
    kept: {
      ...{
        Status: 'SUCCESS',
        Message: '授權成功',
        MerchantID: 'MS127874575',
        MerchantOrderNo: 'Vanespl_ec_1695795668',
      },
      ...{ TradeNo: '23092714215835071', Amt: '30', PaymentType: 'CREDIT', PayTime: '2023-09-27 14:21:59' },
    },
  })
  assert.equal(newebpay.heard({ TradeInfo: `${NOTICE}00`, TradeSha: sha }, shop), undefined)
  assert.equal(
    newebpay.heard({ TradeInfo: NOTICE, TradeSha: sha }, { ...shop, hash_iv: 'C6AcmfqJILwgnhIQ' }),
    undefined,
  )
})

test('NewebPay: an order is read back, and what is signed but not encrypted says nothing', () => {
  const order: Order = {
    ...{ method: 'card', days: 3, number_url: 'https://guidon.example/m' },
    ...{ trade_no: 'T1', amount: 100, item: '測試 付款', at: new Date('2027-01-28T16:05:09Z') },
    ...{ notify_url: 'https://guidon.example/n', back_url: 'https://guidon.example/b' },
  }
  const { TradeInfo = '', ...form } = newebpay.order(order, shop)
  const { MerchantOrderNo, Amt, ItemDesc, TimeStamp } = decrypted(TradeInfo, shop)
  assert.deepEqual([MerchantOrderNo, Amt, ItemDesc, TimeStamp], ['T1', '100', '測試 付款', '1801152309'])
  assert.deepEqual([form.MerchantID, form.Version, form.TradeSha], ['MS127874575', '2.0', tradeSha(TradeInfo, shop)])
  for (const broken of ['', 'zz', '00'.repeat(16), '7b'.repeat(32)]) {
    const heard = newebpay.heard({ TradeInfo: broken, TradeSha: tradeSha(broken, shop) }, shop)
    assert.deepEqual([heard?.is_paid, heard?.trade_no], [false, ''], broken)
  }
})

test('a form in which a name comes twice is no notice', () => {
  assert.equal(fieldsOf('TradeAmt=1&TradeAmt=100'), undefined)
  assert.deepEqual(fieldsOf('a=%E4%B8%80+b&c='), { a: '一 b', c: '' })
})

const toANumber: Order = {
  ...{ method: 'atm', trade_no: 'T1', amount: 49_999, item: 'CNX-001', at: new Date('2027-01-28T16:05:09Z'), days: 3 },
  ...{
    notify_url: 'https://guidon.example/n',
    number_url: 'https://guidon.example/m',
    back_url: 'https://guidon.example/b',
  },
}

test('ECPay: an order of a number says how long it is good, and the number is read back', () => {
  const atm = ecpay.order(toANumber, stage)
  assert.deepEqual(
    [atm.ChoosePayment, atm.ExpireDate, atm.PaymentInfoURL, atm.StoreExpireDate],
    ['ATM', '3', 'https://guidon.example/m', undefined],
  )
  const cvs = ecpay.order({ ...toANumber, method: 'cvs' }, stage)
  assert.deepEqual([cvs.ChoosePayment, cvs.StoreExpireDate, cvs.ExpireDate], ['CVS', '4320', undefined])
  const card = ecpay.order({ ...toANumber, method: 'card' }, stage)
  assert.deepEqual([card.ChoosePayment, card.PaymentInfoURL, card.ExpireDate], ['Credit', undefined, undefined])

  const given = (changes: Record<string, string>) => {
    const told = { MerchantID: '3002607', MerchantTradeNo: 'T1', TradeNo: '2701290001', TradeAmt: '49999', ...changes }
    return ecpay.heard({ ...told, CheckMacValue: checkMacValue(told, stage) }, stage)
  }
  const account = given({ RtnCode: '2', BankCode: '118', vAccount: '99832700000017', ExpireDate: '2027/02/01' })
  assert.deepEqual(
    [account?.is_paid, account?.given, account?.kept.vAccount],
    [false, { bank_code: '118', number: '99832700000017', pays_until: '2027-02-01T15:59:59.000Z' }, '99832700000017'],
  )
  const code = given({ RtnCode: '10100073', PaymentNo: 'GW150126100013', ExpireDate: '2027/02/01 12:05:09' })
  assert.deepEqual(code?.given, { bank_code: null, number: 'GW150126100013', pays_until: '2027-02-01T04:05:09.000Z' })
  assert.equal(given({ RtnCode: '2', BankCode: '118', vAccount: '1', ExpireDate: '2027/13/01' })?.given, undefined)
  assert.equal(given({ RtnCode: '10100058' })?.given, undefined)
})

test('NewebPay: the same, whose number stands in the encrypted part', () => {
  const { TradeInfo = '' } = newebpay.order(toANumber, shop)
  const { VACC, CREDIT, CVS, ExpireDate, CustomerURL } = decrypted(TradeInfo, shop)
  assert.deepEqual(
    [VACC, CREDIT, CVS, ExpireDate, CustomerURL],
    ['1', undefined, undefined, '20270201', 'https://guidon.example/m'],
  )
  const given = (changes: Record<string, string>) => {
    const told = encrypted(
      { Status: 'SUCCESS', MerchantID: shop.merchant_id, MerchantOrderNo: 'T1', Amt: '49999', ...changes },
      shop,
    )
    return newebpay.heard({ TradeInfo: told, TradeSha: tradeSha(told, shop) }, shop)
  }
  const day = { ExpireDate: '2027-02-01', ExpireTime: '23:59:59' }
  assert.deepEqual(given({ BankCode: '017', CodeNo: '9103522175887271', ...day })?.given, {
    ...{ bank_code: '017', number: '9103522175887271', pays_until: '2027-02-01T15:59:59.000Z' },
  })
  assert.deepEqual(given({ CodeNo: 'LLL24112512345', ...day })?.given?.bank_code, null)
  const paid = given({ BankCode: '017', CodeNo: '9103522175887271', PayTime: '2027-01-30 10:00:00', ...day })
  assert.deepEqual([paid?.is_paid, paid?.given], [true, undefined])
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').toUpperCase()
