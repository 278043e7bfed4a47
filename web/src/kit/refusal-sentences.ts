type Words = readonly [zh: string, en: string]

/** Replaces sentences of the service that are written for API clients: about keys, headers, and authentication. */
export const ownSentences: Record<string, Words> = {
  unauthenticated: [
    '登入已結束，這次沒有送出；您輸入的內容已保留，請重新登入後再送一次。',
    'Your session has ended and this was not sent. Sign in and send it again; what you typed is kept.',
  ],
  token_expired: [
    '登入已結束，這次沒有送出；您輸入的內容已保留，請重新登入後再送一次。',
    'Your session has ended and this was not sent. Sign in and send it again; what you typed is kept.',
  ],
  idempotency_mismatch: [
    '上次送出的內容已經收到，這次改過的內容沒有送出。請看最新的資料，需要的話再送一次。',
    'What you sent before had arrived; what you changed since was not sent. Look at the record as it is now, and send again if needed.',
  ],
  idempotency_in_progress: [
    '上次送出的內容還在處理，請稍候再按一次；不會重複。',
    'What you sent before is still being processed. Press again in a moment; nothing is done twice.',
  ],
}

// A proxy between the page and the service has answered.
ownSentences.unknown = [
  '服務暫時無法使用，請稍後再試；您輸入的內容已保留。',
  'The service is unavailable for the moment. Try again shortly; what you typed is kept.',
]

// Refusals that should not occur, unless the page is outdated or something has changed the request on its way.
const notUnderstood: Words = [
  '系統無法處理這個頁面送出的內容；您輸入的內容已保留，請重新整理頁面後再試。',
  'The service did not understand what this page sent. Reload the page and try again; what you typed is kept.',
]
// Not `unsupported_media_type`: the service says of a file what is wrong with it.
for (const code of ['malformed_json', 'method_not_allowed', 'not_acceptable', 'range_not_satisfiable'])
  ownSentences[code] = notUnderstood
