import type { ReportSeed } from '../service/report-store';
import { scoreOf } from '../service/served-checks';
import type { Service } from '../service/service';

/** A part of a client's site, with the checks that fail on all its pages. */
interface Section {
  /** The last parts of the pages' paths, separated by spaces. */
  readonly pages: string;
  readonly failing: readonly string[];
  readonly broken?: readonly string[];
  readonly fixed?: readonly string[];
}

/** The sections of each client by path, by the client's host. */
type Clients = Readonly<Record<string, Readonly<Record<string, Section>>>>;

/** Failed checks of the host itself. These checks fail on each page. */
const HOST_CHECKS = ['404_page', 'server_signature', 'sitemap'];

/**
 * An agency's clients, with 24 pages each. The first client got worse: a relaunch left `noindex` on the
 * pages of rooms and offers, and made the pages of rooms slow. The second client got better. The third
 * client is unchanged.
 */
const CLIENTS: Clients = {
  'harbour-hotel.example': {
    rooms: {
      pages: 'single double twin family suite loft',
      failing: ['page_size', 'image_format', 'structured_data'],
      broken: ['noindex', 'load_time'],
    },
    offers: {
      pages: 'weekend advent spring-break long-stay honeymoon last-minute',
      failing: ['headings', 'structured_data', 'social'],
      broken: ['noindex'],
    },
    events: {
      pages: 'weddings conferences concerts dinners workshops birthdays',
      failing: ['image_format', 'social'],
    },
    guide: {
      pages: 'beaches museums cycling markets boat-trips with-children',
      failing: ['content_length', 'text_html_ratio'],
    },
  },
  'green-dental.example': {
    treatments: {
      pages: 'check-up cleaning fillings implants whitening braces',
      failing: ['image_format', 'structured_data', 'htst'],
      fixed: ['meta_description', 'load_time'],
    },
    prices: {
      pages: 'check-up cleaning fillings implants whitening insurance',
      failing: ['headings', 'htst', 'content_length'],
      fixed: ['meta_description'],
    },
    team: {
      pages: 'dentists hygienists reception training careers history',
      failing: ['image_keywords', 'htst'],
    },
    advice: {
      pages: 'brushing flossing toothache pregnancy children nutrition',
      failing: ['htst', 'plaintext_email'],
    },
  },
  'lumen-lamps.example': {
    lamps: {
      pages: 'ceiling floor table wall pendant reading',
      failing: ['image_format', 'page_size', 'htst'],
    },
    outdoor: {
      pages: 'garden path balcony garage solar festive',
      failing: ['title', 'image_format'],
    },
    bulbs: {
      pages: 'e14 e27 gu10 tubes filament smart',
      failing: ['title', 'content_length', 'text_html_ratio'],
    },
    service: {
      pages: 'delivery returns repairs warranty recycling contact',
      failing: ['plaintext_email', 'social'],
    },
  },
};

export const WORSE_CLIENT = 'harbour-hotel.example';

/** A page that got worse. Its later report is among the ten newest reports. */
export const WORSE_PAGE = `https://${WORSE_CLIENT}/rooms/single`;

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

interface MeasuredPage {
  readonly url: string;
  readonly failingEarlier: readonly string[];
  readonly failingLater: readonly string[];
}

/**
 * Adds two reports of each page of the clients: ten days and one day old. Each page has two reports, because
 * the service stores only one result for each report. A new analysis of a page finds the result of its later
 * report.
 */
export function addClients(service: Pick<Service, 'add' | 'setFailing'>): void {
  const pages = alternating(Object.entries(CLIENTS).map(pagesOf));
  for (const [index, { url, failingEarlier }] of pages.entries()) {
    service.add(seedOf(url, failingEarlier, 10 * DAY_MS + (pages.length - index) * MINUTE_MS));
  }
  for (const [index, { url, failingLater }] of pages.entries()) {
    service.add(seedOf(url, failingLater, DAY_MS + (pages.length - index) * MINUTE_MS));
    service.setFailing(url, failingLater);
  }
}

function seedOf(url: string, failing: readonly string[], ageMs: number): ReportSeed {
  const date = new Date(Date.now() - ageMs).toISOString();
  return {
    url,
    failing,
    score: Math.round(scoreOf(failing)),
    created_at: date,
    generated_at: date,
  };
}

/** Returns the pages of a client, the first section last, because lists begin with the newest report. */
function pagesOf([host, sections]: [string, Clients[string]]): MeasuredPage[] {
  const pages = Object.entries(sections).flatMap(([path, section]) => {
    const { failing, broken = [], fixed = [] } = section;
    return section.pages.split(' ').map((page) => ({
      url: `https://${host}/${path}/${page}`,
      failingEarlier: [...HOST_CHECKS, ...failing, ...fixed],
      failingLater: [...HOST_CHECKS, ...failing, ...broken],
    }));
  });
  return pages.reverse();
}

/** Returns the pages of all clients in turn, the first client's page last, so that lists mix the clients. */
function alternating(clients: readonly MeasuredPage[][]): MeasuredPage[] {
  const length = Math.max(...clients.map((pages) => pages.length));
  const order = [...clients].reverse();
  return Array.from({ length }, (_, index) => order.flatMap((pages) => pages[index] ?? [])).flat();
}
