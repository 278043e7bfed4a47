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
  token: ['供其他系統使用的 API 金鑰', 'API tokens for other systems'],
  import: ['由檔案匯入資料', 'import from files'],
  papers: ['文件範本', 'templates of papers'],
}

/** All commands. */
// biome-ignore format: a table is read in rows.
export const commands: readonly Row[] = [
  { typed: 'serve', says: ['啟動服務', 'start the service (npm start)'],
    load: async () => (await import('./serve.ts')).serve },

  { typed: 'migrate', says: ['更新資料庫結構', 'apply the migrations'], options: [json],
    load: async () => (await import('./migrate.ts')).migrate },

  { typed: 'seed', says: ['補上缺少的基本資料', 'add the reference data that is missing'],
    options: [['--demo', ['另加示範資料（僅一次）', 'also add the demo data (once)']], json],
    load: async () => (await import('./seed.ts')).seed },

  { typed: 'user list', says: ['列出所有帳號', 'list all accounts'], options: [json],
    load: async () => (await import('./user.ts')).listUsers },

  { typed: 'user add <email>', says: ['新增帳號；未給密碼則寄出邀請信', 'add an account; without a password an invitation is mailed'],
    options: [
      ['--name <name>', ['姓名', 'name'], 'needed'],
      ['--role <role>', ['角色：admin、manager、sales、department、finance、leader、customer；兼任以逗號分隔', 'admin, manager, sales, department, finance, leader or customer; several with commas'], 'needed'],
      ['--department <department>', ['部門：ticketing、line_control、op', 'ticketing, line_control or op'] ],
      ['--name-en <name>', ['英文姓名', 'name in English']],
      ['--locale <locale>', ['語言：zh-TW、en', 'zh-TW or en']],
      passwordStdin, json],
    load: async () => (await import('./user.ts')).addUser },

  { typed: 'user password <email>', says: ['設定新密碼並登出所有裝置', 'set a new password, which is shown once; end all sessions'], options: [passwordStdin, json],
    load: async () => (await import('./user.ts')).setPassword },

  { typed: 'user suspend <email>', says: ['立即停用帳號', 'suspend an account at once'], options: [json],
    load: async () => (await import('./user.ts')).suspendUser },

  { typed: 'user reset-second-factor <email>', says: ['移除兩步驟驗證並登出所有裝置', 'remove a lost second factor; end all sessions'], options: [json],
    load: async () => (await import('./user.ts')).resetSecondFactorOf },

  { typed: 'token make <email>', says: ['建立 API 金鑰，只顯示一次', 'create an API token; it is shown once'],
    options: [
      ['--name <name>', ['用途', 'what it is for'], 'needed'],
      ['--days <days>', ['有效天數', 'how many days it is valid'], 'needed'],
      json],
    load: async () => (await import('./token.ts')).makeToken },

  { typed: 'token list', says: ['列出有效的 API 金鑰', 'list the valid API tokens'], options: [json],
    load: async () => (await import('./token.ts')).listTokens },

  { typed: 'token revoke <id>', says: ['立即撤銷', 'revoke an API token at once'], options: [json],
    load: async () => (await import('./token.ts')).revokeToken },

  { typed: 'import file <file>', says: ['由 XLSX 或 CSV 匯入公司既有的資料；全部匯入或全部不匯入', 'import what the agency had before, from XLSX or CSV: all of it or none'],
    options: [
      ['--kind <kind>', ['資料種類；未指定則依工作表或檔案名稱', 'what the file holds; by default as its sheets, or the file, are called']],
      ['--encoding <encoding>', ['CSV 的編碼：auto、utf-8、big5', 'of a CSV file: auto, utf-8 or big5']],
      ['--dry-run', ['只回報，不更動資料', 'report only, change nothing']],
      json],
    load: async () => (await import('./import/file.ts')).importFile },

  { typed: 'import types <file>', says: ['由 CSV 匯入加購類型；全部匯入或全部不匯入', 'import add-on types from a CSV file: all of them or none'],
    options: [['--dry-run', ['只回報，不更動資料', 'report only, change nothing']], json],
    load: async () => (await import('./import/types.ts')).importTypesFrom },

  { typed: 'import travelers <file>', says: ['由 CSV 匯入旅客；全部匯入或全部不匯入', 'import travelers from a CSV file, by booking number: all of them or none'],
    options: [['--dry-run', ['只回報，不更動資料', 'report only, change nothing']], json],
    load: async () => (await import('./import/travelers.ts')).importTravelersFrom },

  { typed: 'papers check', says: ['以範例資料印出所有範本，指出錯誤的檔案與行', 'print every template from samples, and name file and line of each fault'],
    options: [
      ['--out <folder>', ['印出的 PDF 存放處', 'the folder for the printed PDFs']],
      ['--watch', ['PAPERS_DIR 有變動就重印', 'print again whenever PAPERS_DIR changes']],
      json],
    load: async () => (await import('./papers/check.ts')).checkPapers },

  { typed: 'reads', says: ['個人資料與檔案的讀取紀錄', 'list who read whose personal data and files'],
    options: [
      ['--since <day>', ['自哪一天；可只給一天', 'the first day; one of the two days is enough']],
      ['--until <day>', ['至哪一天', 'the last day']],
      ['--email <email>', ['只列此帳號', 'only this account']],
      json],
    load: async () => (await import('./reads.ts')).reads },

  { typed: 'backup <to>', says: ['備份資料庫與檔案', 'back up the database and the files'],
    options: [['--with-key', ['連同主金鑰（須嚴加保管）', 'include the master key; protect the backup like the data itself']], json],
    load: async () => (await import('./backup.ts')).backup },

  { typed: 'note-backup', says: ['記下其他程式所做的備份', 'note a backup that another program has made'], options: [json],
    load: async () => (await import('./note-backup.ts')).notedBackup },

  { typed: 'restore <from>', says: ['還原到空的資料庫', 'restore a backup into an empty database'],
    options: [['--without-key', ['沒有主金鑰也還原；個人資料無法再讀取', 'restore without the master key; personal data can then never be read']], json],
    load: async () => (await import('./restore.ts')).restore },

  { typed: 'rewrap', says: ['更換主金鑰後，改以第一把重新封裝', 'after a change of the master key: re-encrypt everything with the first one'], options: [json],
    load: async () => (await import('./rewrap.ts')).rewrap },

  { typed: 'adopt-key', says: ['主金鑰確定遺失時，改用目前的金鑰；先前封裝的個人資料無法再讀取', 'when the master key is lost for good: use the present one; what the lost one encrypted can never be read'], options: [json],
    load: async () => (await import('./adopt-key.ts')).adoptKey },

  { typed: 'mails', says: ['列出所有通知與郵件', 'list all notices, in the app and by mail'],
    options: [
      ['--preview', ['寫成一頁 HTML，中英文並列', 'write them all into one HTML page, in both languages']],
      ['--out <file>', ['寫到哪個檔案（mails.html）', 'the file to write (mails.html)']],
      json],
    load: async () => (await import('./mails/mails.ts')).mails },

  { typed: 'doctor', says: ['檢查各項狀態', 'check the installation, and say what to do'], options: [json],
    load: async () => (await import('./doctor/doctor.ts')).doctor },
]
