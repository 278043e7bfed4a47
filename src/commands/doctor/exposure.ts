import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, isLoopback } from '../../config.ts'
import { type Finding, fail, plain, warn } from '../../health/finding.ts'
import { keyFileOf } from '../../master-keys.ts'
import { firstPasswordFile } from '../../serve/first-password.ts'

/** Finds settings with which the service works but is insecure or unreachable. Reports only what is wrong. */
export function exposureFindings(config: Config, env: NodeJS.ProcessEnv): Finding[] {
  return [
    ...address(config),
    ...proxy(config),
    ...sender(config),
    ...origins(config),
    ...dataDirectory(config),
    ...keyNearBackup(config, env),
    ...firstPassword(config),
  ]
}

const address = ({ host, publicUrl }: Config): Finding[] => {
  if (publicUrl?.startsWith('http:') && !isLoopback(new URL(publicUrl).hostname))
    return [
      fail(
        'public url',
        [
          'PUBLIC_URL 未加密，密碼與權杖可被竊聽。',
          'PUBLIC_URL is not encrypted: passwords and tokens can be overheard.',
        ],
        ['請由代理伺服器提供 TLS，並設為 https://。', 'Let a proxy speak TLS, and set it to https://.'],
      ),
    ]
  if (publicUrl || isLoopback(host)) return []
  return [
    warn(
      'public url',
      [
        '服務對外開放，卻未設 PUBLIC_URL；信件中的連結將無法使用。',
        'Others can reach the service, and links in mails lead nowhere.',
      ],
      ['請設 PUBLIC_URL。', 'Set PUBLIC_URL.'],
    ),
  ]
}

const proxy = ({ host, publicUrl, trustProxy }: Config): Finding[] => {
  if (publicUrl?.startsWith('https:') && trustProxy === 0)
    return [
      fail(
        'proxy',
        [
          '所有人共用代理伺服器的位址，一人超過上限便鎖住所有人。',
          "Everybody shares the proxy's address: one who reaches a limit locks all others out.",
        ],
        ['請設 TRUST_PROXY=1（或代理伺服器的位址）。', "Set TRUST_PROXY=1, or the proxy's address."],
      ),
    ]
  if (typeof trustProxy !== 'number' || trustProxy === 0 || isLoopback(host)) return []
  return [
    warn(
      'proxy',
      [`能直接連到 ${host} 的人可偽造位址。`, `Whoever connects to ${host} directly may forge its address.`],
      [
        '請只讓代理伺服器連到此埠，或在 TRUST_PROXY 寫明其位址。',
        'Let only the proxy reach the port, or name its address in TRUST_PROXY.',
      ],
    ),
  ]
}

const sender = ({ publicUrl, smtpUrl, mailFrom }: Config): Finding[] => {
  if (smtpUrl && /@guidon\.local>?$/.test(mailFrom))
    return [
      warn(
        'mail from',
        ['寄件人不存在，郵件可能被拒收。', 'The sender does not exist, and mails may be refused.'],
        ['請設 MAIL_FROM。', 'Set MAIL_FROM.'],
      ),
    ]
  if (smtpUrl || !publicUrl || isLoopback(new URL(publicUrl).hostname)) return []
  return [
    warn(
      'mail',
      ['郵件只存成檔案，不會寄出。', 'Mails are written to files and reach nobody.'],
      ['請設 SMTP_URL 與 MAIL_FROM。', 'Set SMTP_URL and MAIL_FROM.'],
    ),
  ]
}

const origins = ({ corsOrigins }: Config): Finding[] => {
  const open = corsOrigins.filter((origin) => ['*', 'null'].includes(origin))
  return open.map((origin) =>
    fail(
      'cors',
      [
        `CORS_ORIGINS 含 ${origin}，任何網站都能呼叫 API。`,
        `CORS_ORIGINS has ${origin}: pages of any site may call the API.`,
      ],
      ['請列出自己的網站。', 'Name your own sites.'],
    ),
  )
}

// Execute permission for others is not a fault: under root, the account of the embedded PostgreSQL passes through the directory.
const dataDirectory = ({ dataDir }: Config): Finding[] => {
  const mode = statSync(dataDir, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o066) === 0) return []
  const says = [`${dataDir} 可被他人讀取或寫入。`, `${dataDir} can be read or written by others.`] as const
  return [(mode & 0o022 ? fail : warn)('data directory', says, plain(`chmod 700 ${dataDir}`))]
}

const keyNearBackup = (config: Config, env: NodeJS.ProcessEnv): Finding[] => {
  if (env.MASTER_KEY) return []
  const path = env.MASTER_KEY_FILE || keyFileOf(config)
  const folder = dirname(path)
  if (!existsSync(path) || ![folder, ...foldersIn(folder)].some(isBackup)) return []
  return [
    fail(
      'key and backup',
      [
        `${path} 與備份放在一起，取得者可讀取所有個人資料。`,
        `${path} lies beside a backup: whoever has both reads all personal data.`,
      ],
      ['請將備份移至他處。', 'Keep backups elsewhere.'],
    ),
  ]
}

const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [join(folder, entry.name)] : [],
  )
const isBackup = (folder: string) => existsSync(join(folder, 'manifest.json')) && existsSync(join(folder, 'tables'))

const firstPassword = ({ dataDir }: Config): Finding[] => {
  const path = firstPasswordFile(dataDir)
  if (!existsSync(path)) return []
  return [
    warn(
      'first password',
      [`${path} 仍在。`, `${path} is still there.`],
      [
        '請以該帳號登入並變更密碼；檔案會自動刪除。',
        'Sign in with it and change the password; the service deletes the file.',
      ],
    ),
  ]
}
