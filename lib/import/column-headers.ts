/** The likelihood that a column contains the addresses to report; 0 is the most likely. */
export const Rank = {
  Target: 0,
  Page: 1,
  Source: 2,
  None: 3,
} as const;
export type Rank = (typeof Rank)[keyof typeof Rank];

/** Columns with the linked pages, in lists of links. */
const TARGET_HEADERS = `target url|target page|target|link url|url to|url_to|target_url|destination|destination url
  |zielseite|ziel-url|url cible|url de destino|url di destinazione|doel-url|docelowy url`;

/** Columns with the pages that contain the links, in lists of links. */
const SOURCE_HEADERS = `source url|source|source page|source_url|url from|url_from|from|referring page|referring page url
  |linking page|backlink|quelle|quell-url|url source|url de origen|url de origem|url di origine`;

/**
 * Columns with pages in the exports of crawlers, rank trackers, Google Search Console and Google
 * Analytics, in the languages of the extension. Includes the message `batch.column.address`, which
 * names the column in exported batches.
 *
 * Source of Search Console's names: exports in the tests of public repositories, such as
 * "上位のページ,クリック数", "Die häufigsten Seiten,Klicks", "Pages les plus populaires,Clics",
 * "Páginas principales,Clics", "Páginas principais,Cliques", "Pagine principali,Clic",
 * "排名靠前的网页,点击次数", "热门网页,点击次数" and "熱門網頁,點擊". The Arabic names have no source.
 */
const PAGE_HEADERS = `url|urls|uri|link|links|href|loc|location|permalink|page|pages|web page|webpage|address|addresses
  |site|website|landing page|page url|full url|full page url|original url|final url|current url|top pages
  |top linked pages|page location|page path|page path and screen class|page path + query string
  |landing page + query string|finalurl|finaldisplayedurl|metadata: url|metadata_url|url address|page address
  |adresse|seite|seiten|die häufigsten seiten|häufigste seiten|página|páginas|páginas principales
  |páginas principais|principais páginas|pagine principali|pagina|pagine|pages les plus populaires
  |principales pages|populairste pagina's|toppagina's|najpopularniejsze strony|najczęstsze strony|strona
  |strony|dirección|indirizzo|adres|endereço|网址|網址|العنوان|上位のページ|ページ|网页|页面|热门网页|排名靠前的网页|أهم الصفحات|الصفحة|الصفحات
  |網頁|頁面|熱門網頁
  |landingpage|seitenpfad|seitenpfad und bildschirmklasse|página de destino|ruta de página y clase de pantalla
  |ruta de la página|page de destination|chemin de la page|chemin de la page et classe de l'écran
  |pagina di destinazione|percorso pagina|percorso pagina e classe schermata|caminho da página
  |caminho da página e classe da tela|caminho da página e classe de ecrã|bestemmingspagina|paginapad
  |paginapad en schermklasse|strona docelowa|ścieżka strony|ścieżka strony i klasa ekranu|ランディング ページ
  |ページパス|ページパスとスクリーン クラス|着陆页|网页路径|网页路径和屏幕类|到達網頁|網頁路徑|網頁路徑和畫面類別`;

const RANKS = new Map<string, Rank>([
  ...namesIn(SOURCE_HEADERS).map((name) => [name, Rank.Source] as const),
  ...namesIn(PAGE_HEADERS).map((name) => [name, Rank.Page] as const),
  ...namesIn(TARGET_HEADERS).map((name) => [name, Rank.Target] as const),
]);

function namesIn(list: string): string[] {
  return list.split('|').map((name) => name.trim());
}

export function headerRank(header: string): Rank {
  return RANKS.get(header.trim().replaceAll('’', "'").toLowerCase()) ?? Rank.None;
}

/** Whether a header names a column of addresses or paths. */
export function isAddressHeader(header: string): boolean {
  return headerRank(header) < Rank.None;
}

interface ReportHeaders {
  address: string;
  score: string;
  report: string;
  link: string;
}

/**
 * Columns of the reports that the extension exports, in each language: the messages `batch.column.address`,
 * `score`, `report` and `link`.
 */
const REPORT_HEADERS: readonly ReportHeaders[] = [
  { address: 'Address', score: 'Score', report: 'Report', link: 'Link' },
  { address: 'Adresse', score: 'Punktzahl', report: 'Bericht', link: 'Link' },
  { address: 'Adresse', score: 'Score', report: 'Rapport', link: 'Lien' },
  { address: 'Dirección', score: 'Puntuación', report: 'Informe', link: 'Enlace' },
  { address: 'Indirizzo', score: 'Punteggio', report: 'Report', link: 'Link' },
  { address: 'Adres', score: 'Score', report: 'Rapport', link: 'Link' },
  { address: 'Adres', score: 'Punktacja', report: 'Raport', link: 'Link' },
  { address: 'Endereço', score: 'Pontuação', report: 'Relatório', link: 'Link' },
  { address: 'URL', score: 'スコア', report: 'レポート', link: 'リンク' },
  { address: '网址', score: '评分', report: '报告', link: '链接' },
  { address: '網址', score: '分數', report: '報告', link: '連結' },
  { address: 'العنوان', score: 'الدرجة', report: 'التقرير', link: 'الرابط' },
];

/**
 * Returns the indexes of the columns with links to reports, if the extension has exported the table.
 * Otherwise returns null.
 */
export function reportLinkColumns(headers: readonly string[]): number[] | null {
  const names = REPORT_HEADERS.find(({ address, score, report }) =>
    [address, score, report].every((name) => headers.includes(name)),
  );
  if (names === undefined) return null;
  return [headers.indexOf(names.report), headers.indexOf(names.link)];
}

const TYPE_HEADER =
  /content.?type|mime.?type|resource.?type|inhaltstyp|tipo de contenido|tipo de conteúdo|type de contenu|tipo di contenuto|コンテンツ タイプ|内容类型/i;

const STATUS_HEADER =
  /status|http.?code|response.?code|code http|code de réponse|código de (?:estado|resposta|respuesta|status)|codice di (?:stato|risposta)|状态码|狀態碼|ステータス/i;

/** Matches the header of a column about another page than the row's, such as a redirect's target. */
const OTHER_PAGE_HEADER = /refer|source|redirect|canonical|from/i;

export function isTypeHeader(header: string): boolean {
  return TYPE_HEADER.test(header);
}

/** Whether a header names a column with the HTTP status of the page in the row. */
export function isStatusHeader(header: string): boolean {
  return STATUS_HEADER.test(header) && !OTHER_PAGE_HEADER.test(header);
}
