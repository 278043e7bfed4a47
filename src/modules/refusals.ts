/** Refusals of the tour operator's domain. */
export const tourRefusals = {
  already_answered: [
    409,
    ['已經回覆過', 'Already answered'],
    ['這份報價已有不同的回覆；如需更改請聯絡業務。', 'Another answer was given; talk to sales to change it.'],
  ],
  answer_too_late: [
    409,
    ['已超過回覆期限', 'The deadline has passed'],
    ['已超過回覆期限；請聯絡業務重新提供報價。', 'The deadline has passed: ask sales to forward the offer again.'],
  ],
  offer_superseded: [
    409,
    ['已有新的報價', 'A newer offer exists'],
    ['已有新的報價；請回覆最新的報價。', 'There is a newer offer: answer the latest one.'],
  ],
  price_above_offer: [
    409,
    ['最終金額高於客戶接受的價格', 'Above the accepted price'],
    [
      '最終金額高於客戶接受的價格；請由業務重新提供報價給客戶。',
      'The final price is above the one that the customer accepted: sales must forward a new offer first.',
    ],
  ],
  leader_conflict: [
    409,
    ['領隊時間衝突', 'The leader is not free'],
    [
      '這位領隊在這段期間已有其他安排，請改派或改期。',
      'The leader has other work in this time: choose another leader or other days.',
    ],
  ],
  proposal_outdated: [
    409,
    ['提案的資料已變動', 'The proposal is out of date'],
    [
      '有些團在提案之後變動了，因此一團也沒有指派；請重新提案，或不選這些團再送出。',
      'Some trips have changed since the proposal, so nothing was assigned: propose again, or send it without these trips.',
    ],
  ],
  trip_full: [
    409,
    ['名額已滿', 'The trip is full'],
    ['名額已滿；可改為候補或選擇其他團。', 'The trip is full: join the waitlist or choose another trip.'],
  ],
  session_full: [
    409,
    ['場次已額滿', 'The session is full'],
    ['場次已額滿；請選擇其他場次。', 'The session is full. Choose another session.'],
  ],
} as const

declare module '../kit/errors.ts' {
  interface ModuleRefusals extends Record<keyof typeof tourRefusals, unknown> {}
}
