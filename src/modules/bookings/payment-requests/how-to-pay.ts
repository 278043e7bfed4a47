/** An account as a request or a receiving account names it. */
type Account = {
  via: 'bank_transfer' | 'virtual_account'
  bank_name: string
  bank_name_en: string | null
  bank_code: string
  account_name: string | null
  account_name_en: string | null
  account_number: string
}

/** How an amount is paid, for the mails that say it. A number of its own needs no reference, and takes exactly this amount. */
export function howToPay(account: Account, booking_number: string, amount: string) {
  const { via, bank_name, bank_name_en, bank_code, account_name, account_name_en, account_number } = account
  const isOwn = via === 'virtual_account'
  return {
    ...{ bank: bank_name, bank_en: bank_name_en ?? bank_name, bank_code },
    ...{ account_name, account_name_en: account_name_en ?? account_name, account_number },
    reference: isOwn ? null : booking_number,
    exactly: isOwn ? amount : null,
  }
}
