import type { Words } from '../kit/words/words.ts'
import type { Run } from './command.ts'

type Row = {
  /** The command as it is typed, with its arguments. */
  typed: string
  says: Words
  options?: readonly Option[]
  /** Imports the command, so that only what is run is loaded. */
  load: () => Promise<Run>
}
type Option = readonly [typed: string, says: Words, need?: 'needed']

const json: Option = ['--json', ['以 JSON 回答', 'answer as JSON']]
const passwordStdin: Option = ['--password-stdin', ['由標準輸入讀取密碼', 'read the password from standard input']]

export const groups: Record<string, Words> = {
  user: ['帳號', 'accounts'],
  token: ['供其他系統使用的權杖', 'personal tokens, for other systems'],
  import: ['由檔案匯入資料', 'take data from a file'],
  papers: ['文件範本', 'templates of papers'],
}

/** All commands. */
// biome-ignore format: a table is read in rows.
export const commands: readonly Row[] = [
  { typed: 'serve', says: ['啟動服務', 'start the service (npm start)'],
    load: async () => (await import('./serve.ts')).serve },

  { typed: 'migrate', says: ['更新資料庫結構', "bring the database to today's shape"], options: [json],
    load: async () => (await import('./migrate.ts')).migrate },

  { typed: 'seed', says: ['補上缺少的基本資料', 'add the reference data that is missing'],
    options: [['--demo', ['另加示範資料（僅一次）', 'and, once, a lively operator to try everything with']], json],
    load: async () => (await import('./seed.ts')).seed },

  { typed: 'user list', says: ['列出所有帳號', 'all accounts'], options: [json],
    load: async () => (await import('./user.ts')).listUsers },

  { typed: 'user add <email>', says: ['新增帳號；未給密碼則寄出邀請信', 'a new account; without a password an invitation is mailed'],
    options: [
      ['--name <name>', ['姓名', 'name'], 'needed'],
      ['--role <role>', ['角色：admin、manager、sales、department、finance、leader、customer', 'admin, manager, sales, department, finance, leader or customer'], 'needed'],
      ['--department <department>', ['部門：ticketing、line_control、op', 'ticketing, line_control or op'] ],
      ['--name-en <name>', ['英文姓名', 'name in English']],
      ['--locale <locale>', ['語言：zh-TW、en', 'zh-TW or en']],
      passwordStdin, json],
    load: async () => (await import('./user.ts')).addUser },

  { typed: 'user password <email>', says: ['設定新密碼並登出所有裝置', 'a new password, told once; all sessions end'], options: [passwordStdin, json],
    load: async () => (await import('./user.ts')).setPassword },

  { typed: 'user suspend <email>', says: ['立即停用帳號', 'lock an account out at once'], options: [json],
    load: async () => (await import('./user.ts')).suspendUser },

  { typed: 'user reset-second-factor <email>', says: ['移除兩步驟驗證並登出所有裝置', 'remove a lost second factor; all sessions end'], options: [json],
    load: async () => (await import('./user.ts')).resetSecondFactorOf },

  { typed: 'token make <email>', says: ['建立權杖，只顯示一次', 'a new token, told once'],
    options: [
      ['--name <name>', ['用途', 'what it is for'], 'needed'],
      ['--days <days>', ['有效天數', 'how many days it is good for'], 'needed'],
      json],
    load: async () => (await import('./token.ts')).makeToken },

  { typed: 'token list', says: ['列出有效的權杖', 'all that are good'], options: [json],
    load: async () => (await import('./token.ts')).listTokens },

  { typed: 'token revoke <id>', says: ['立即作廢', 'end one at once'], options: [json],
    load: async () => (await import('./token.ts')).revokeToken },

  { typed: 'import types <file>', says: ['由 CSV 匯入加購類型；全部匯入或全部不匯入', 'add-on types from a CSV file: all of them or none'],
    options: [['--dry-run', ['只回報，不更動資料', 'report, and change nothing']], json],
    load: async () => (await import('./import/types.ts')).importTypesFrom },

  { typed: 'import travelers <file>', says: ['由 CSV 匯入旅客；全部匯入或全部不匯入', 'travelers from a CSV file, by booking number: all of them or none'],
    options: [['--dry-run', ['只回報，不更動資料', 'report, and change nothing']], json],
    load: async () => (await import('./import/travelers.ts')).importTravelersFrom },

  { typed: 'papers check', says: ['以範例資料印出所有範本，指出錯誤的檔案與行', 'print every template from samples; says file and line of what is wrong'],
    options: [
      ['--out <folder>', ['印出的 PDF 存放處', 'where the printed PDFs go']],
      ['--watch', ['PAPERS_DIR 有變動就重印', 'print again whenever PAPERS_DIR changes']],
      json],
    load: async () => (await import('./papers/check.ts')).checkPapers },

  { typed: 'reads', says: ['個人資料與檔案的讀取紀錄', 'who read whose personal data and files'],
    options: [
      ['--since <day>', ['自哪一天', 'the first day'], 'needed'],
      ['--until <day>', ['至哪一天', 'the last day'], 'needed'],
      ['--email <email>', ['只列此帳號', 'of this account alone']],
      json],
    load: async () => (await import('./reads.ts')).reads },

  { typed: 'backup <to>', says: ['備份資料庫與檔案', 'keep the database and the files'],
    options: [['--with-key', ['連同主金鑰（須嚴加保管）', 'with the master key in it; guard it like the data itself']], json],
    load: async () => (await import('./backup.ts')).backup },

  { typed: 'restore <from>', says: ['還原到空的資料庫', 'bring a backup into an empty database'],
    options: [['--without-key', ['沒有主金鑰也還原；個人資料無法再讀取', 'also without its master key; personal data can then never be read']], json],
    load: async () => (await import('./restore.ts')).restore },

  { typed: 'rewrap', says: ['更換主金鑰後，改以第一把重新封裝', 'after a change of the master key: seal everything under the first one'], options: [json],
    load: async () => (await import('./rewrap.ts')).rewrap },

  { typed: 'adopt-key', says: ['主金鑰確定遺失時，改用目前的金鑰；先前封裝的個人資料無法再讀取', 'when the master key is lost for good: go on with the present one; what the lost one sealed can never be read'], options: [json],
    load: async () => (await import('./adopt-key.ts')).adoptKey },

  { typed: 'mails', says: ['列出所有通知與郵件', 'everything that people are told, in the app and by mail'],
    options: [
      ['--preview', ['寫成一頁 HTML，中英文並列', 'write all of it into one HTML page, in all languages']],
      ['--out <file>', ['寫到哪個檔案（mails.html）', 'into this file (mails.html)']],
      json],
    load: async () => (await import('./mails/mails.ts')).mails },

  { typed: 'doctor', says: ['檢查各項狀態', 'say whether all is well, and what to do'], options: [json],
    load: async () => (await import('./doctor/doctor.ts')).doctor },
]
