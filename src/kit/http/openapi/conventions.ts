import { COUNTED_ROWS, MOST_EXPORTED, MOST_PER_PAGE, PER_PAGE } from '../../sizes.ts'
import { KEY_KEPT } from '../../terms.ts'
import type { Words } from '../../words/words.ts'

const counted = COUNTED_ROWS.toLocaleString('en')
const exported = MOST_EXPORTED.toLocaleString('en')

/** The conventions that all routes follow. They are described once in the reference. */
export const conventions: readonly { about: Words; words: Words }[] = [
  {
    about: ['登入', 'Signing in'],
    words: [
      '以 `POST /api/login` 送出 `email` 與 `password` 取得權杖，之後放入標頭 `Authorization: Bearer <token>`。網址中的權杖不會被讀取。已啟用兩步驟驗證的帳號會得到 202 與 `challenge`，再以 `POST /api/login/second-factor` 送出驗證碼。',
      'Send `email` and `password` to `POST /api/login` for a token, then send it as `Authorization: Bearer <token>`. A token in a URL is not read. An account with a second factor gets 202 and a `challenge`; send it with a code to `POST /api/login/second-factor`.',
    ],
  },
  {
    about: ['回答', 'Answers'],
    words: [
      '成功一律為 `{"success": true, "data": …, "meta": …}`；建立回 201 與 `Location`，刪除回 `"data": null`。每個欄位永遠存在：沒有值為 `null` 或 `[]`。',
      'Success is always `{"success": true, "data": …, "meta": …}`; a creation answers 201 with `Location`, a deletion `"data": null`. Every field is always there: without a value it is `null` or `[]`.',
    ],
  },
  {
    about: ['拒絕', 'Refusals'],
    words: [
      '拒絕以 `application/problem+json` 回答：`code` 永不改變，`message` 依 `Accept-Language`（zh-TW 預設，或 en），`errors` 一次列出所有錯誤的欄位。所有代碼見 `GET /api/problems`。無權知道的資料與不存在的資料回答相同：404。',
      'A refusal is `application/problem+json`: `code` never changes, `message` follows `Accept-Language` (zh-TW unless en), `errors` names every wrong field at once. All codes: `GET /api/problems`. What the caller may not know of is answered like what does not exist: 404.',
    ],
  },
  {
    about: ['輸入', 'What is taken'],
    words: [
      '內容照字面接受：未知欄位、錯誤型別、不允許的 `null` 都是 422，不會被悄悄修正。`PUT` 可只送要改的欄位，也可照讀到的原樣送回整筆資料：系統填寫的欄位與遮住的內容須與目前相同；`PATCH` 是它的別名。單行文字前後的空白會去掉；電話、電子郵件、代碼與號碼，以及只有拉丁字母、數字與符號的單行文字，可用全形輸入，儲存為半形。',
      'Bodies are taken at their word: an unknown field, a wrong type, a `null` where none is allowed is 422, never silently repaired. `PUT` takes any subset of the fields, or the whole record as it was read: what the service sets, and masked values, must equal what is stored. `PATCH` is its alias. Blanks around a line of text are cut off. Telephone numbers, mail addresses, codes and numbers, and lines of Latin letters, digits and signs alone, may be full-width and are stored as ASCII.',
    ],
  },
  {
    about: ['清單', 'Lists'],
    words: [
      `\`page\`、\`per_page\`（預設 ${PER_PAGE}，最多 ${MOST_PER_PAGE}）、\`sort=-created_at,name\`、\`q\`、\`updated_since\` 與各欄位的篩選。總數在 ${counted} 筆內為精確值，超過則為估計值並標示 \`total_is_estimate\`。`,
      `\`page\`, \`per_page\` (${PER_PAGE} unless said, at most ${MOST_PER_PAGE}), \`sort=-created_at,name\`, \`q\`, \`updated_since\`, and filters by field. \`meta.total\` is exact to ${counted}; beyond, it is an estimate and says so with \`total_is_estimate\`.`,
    ],
  },
  {
    about: ['檔案', 'Files'],
    words: [
      `每個清單都能以 \`?format=csv\` 或 \`?format=xlsx\` 匯出全部資料（最多 ${exported} 筆），篩選與排序不變；\`columns=id,leader.name\` 選擇欄位，標題與代碼依 \`Accept-Language\`。以 \`=\`、\`+\`、\`-\`、\`@\` 開頭的文字前面加上一個單引號。匯出人員資料會留下紀錄。`,
      `Every list goes out as a file of all its rows (at most ${exported}) with \`?format=csv\` or \`?format=xlsx\`, with the same filters and order; \`columns=id,leader.name\` chooses its columns, and headings and codes are in the language of \`Accept-Language\`. A text that begins with \`=\`, \`+\`, \`-\` or \`@\` gets an apostrophe. Files about people are logged.`,
    ],
  },
  {
    about: ['游標', 'Cursors'],
    words: [
      '要讀完整份清單，以 `cursor=` 開始，之後送出 `meta.next_cursor`，直到 `meta.has_more` 為 false；排序與篩選保持不變。',
      'To read a whole list, begin with `cursor=`, then send `meta.next_cursor` until `meta.has_more` is false, with the same sort and filters.',
    ],
  },
  {
    about: ['ETag', 'ETag'],
    words: [
      '單筆資料與選單帶有 `ETag`。`If-None-Match` 相符回 304；修改時送 `If-Match`，若已被他人變更則回 412，不會覆蓋。',
      'Records and option lists carry an `ETag`. `If-None-Match` gives 304 where nothing changed; `If-Match` on a change gives 412 where somebody was faster, and nothing is overwritten.',
    ],
  },
  {
    about: ['Idempotency-Key', 'Idempotency-Key'],
    words: [
      `POST、PUT、PATCH、DELETE 可附 \`Idempotency-Key\`：${KEY_KEPT.zh}內以同一鍵重送相同內容，只執行一次並回相同的回答（\`Idempotency-Replayed: true\`）；內容不同則回 422。`,
      `On POST, PUT, PATCH and DELETE: the same key with the same body within ${KEY_KEPT.en} is done once and answered alike (\`Idempotency-Replayed: true\`); with another body it is 422.`,
    ],
  },
  {
    about: ['金額', 'Money'],
    words: [
      '輸出為 JSON 數字；輸入可為數字或十進位文字，最多兩位小數。',
      'Goes out as a JSON number; taken as a number or a decimal string of at most two places.',
    ],
  },
  {
    about: ['時間', 'Time'],
    words: [
      '時間點以 UTC 輸出（`2027-01-28T11:30:00Z`），輸入請帶時差；沒有時差則以服務的時區計。日期為 `YYYY-MM-DD`，沒有時區。',
      'Instants go out in UTC (`2027-01-28T11:30:00Z`) and are taken with an offset; without one they are in the time zone of the service. Days are `YYYY-MM-DD` and know no zone.',
    ],
  },
]
