import { PAYMENT_PAGE, type ways } from './payment-request.ts'

/** An account as a request or a receiving account names it; without a number if it is paid at a provider. */
type Account = {
  via: (typeof ways)[number]
  bank_name: string | null
  bank_name_en: string | null
  bank_code: string | null
  account_name: string | null
  account_name_en: string | null
  account_number: string | null
}

/** How an amount is paid, for the mails that say it: to the account, and on the page of the token. A number of its own needs no reference, and takes exactly this amount. */
export function howToPay(account: Account, token: string | null, booking_number: string, amount: string) {
  const { via, bank_name, bank_name_en, bank_code, account_name, account_name_en, account_number } = account
  const isOwn = via === 'virtual_account'
  return {
    ...{ bank: bank_name, bank_en: bank_name_en ?? bank_name, bank_code },
    ...{ account_name, account_name_en: account_name_en ?? account_name, account_number },
    reference: isOwn || account_number === null ? null : booking_number,
    pay_path: token && PAYMENT_PAGE + token,
    exactly: isOwn ? amount : null,
  }
}
