import { describe, expect, it } from 'vitest';
import { wrappedAddress } from '@/lib/url/wrapped-address';

const PAGE_A = 'https://a.example/x';

/**
 * The comment above a link has the link's source: a code search for the quoted text in public repositories, or
 * a page of documentation. Keys and signatures are shortened.
 */
const WRAPPED: [description: string, address: string, page: string | null][] = [
  // Code search for "safelinks.protection.outlook.com/?url=https%3A%2F".
  [
    'Safe Links of Outlook, of a bug tracker',
    'https://nam11.safelinks.protection.outlook.com/?url=https%3A%2F%2Fgitlab.freedesktop.org%2Fdrm%2Famd%2F-%2Fissues%2F1885&amp;data=05%7C01%7Crichard.gong%40amd.com%7C487a',
    'https://gitlab.freedesktop.org/drm/amd/-/issues/1885',
  ],
  // learn.microsoft.com, Safe Links.
  [
    'Safe Links of Outlook',
    'https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2Fx%3Fb%3D1%26c%3D2&data=05%7C02&reserved=0',
    `${PAGE_A}?b=1&c=2`,
  ],
  // remove-google-redirects-addon#28.
  ['Google', 'https://www.google.co.uk/url?sa=t&url=https%3A%2F%2Fa.example%2Fx&ved=2', PAGE_A],
  // Code search for "&sa=D&source=editors&ust=".
  [
    'Google in documents',
    'https://www.google.com/url?q=https://stats.oecd.org/Index.aspx?QueryId%3D95228%23&sa=D&source=editors&ust=1694558475957922&usg=AOvVaw1YmPDwvN_uKIAReu61df6G',
    'https://stats.oecd.org/Index.aspx?QueryId=95228#',
  ],
  [
    'Google in documents, with two parameters',
    'https://www.google.com/url?q=https://a.example/x?b%3D1%26c%3D2&sa=D',
    `${PAGE_A}?b=1&c=2`,
  ],
  // Code search for "l.facebook.com/l.php?u=https%3A%2F%2F".
  [
    'Facebook',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fdeveloper.android.com%2Ftraining%2Fconstraint-layout%2Findex.html&h=AUAIF6KTRy4XcQE0',
    'https://developer.android.com/training/constraint-layout/index.html',
  ],
  // Code search for "urldefense.proofpoint.com/v2/url?u=https-3A__".
  [
    "Proofpoint's second version",
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__www.kernel.org_doc_html_latest_process_4.Coding.html-23regressions&d=DwIFaQ&c=7dfBJ8&r=P4xb2',
    'https://www.kernel.org/doc/html/latest/process/4.Coding.html#regressions',
  ],
  [
    "Proofpoint's second version with hyphens",
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__lists.gnu.org_archive_html_qemu-2Ddevel_2022-2D03_msg03655.html&d=DwIBaQ&c=s883GpUCOChKOHiocYtGcg',
    'https://lists.gnu.org/archive/html/qemu-devel/2022-03/msg03655.html',
  ],
  // Code search for "https://urldefense.com/v3/__https://". The characters that the asterisks replace follow the
  // address in Base64.
  [
    "Proofpoint's third version",
    'https://urldefense.com/v3/__https://lkml.org/lkml/2022/9/24/237__;!!A4F2R9G_pg!avfDjiGw$',
    'https://lkml.org/lkml/2022/9/24/237',
  ],
  [
    "Proofpoint's third version with two replaced characters",
    'https://urldefense.com/v3/__https://lore.kernel.org/qemu-devel/CAJaqyWdUutZrAWKy9d=ip*h*y3BnptUrcL8Xj06XfizNxPtfpw@mail.gmail.com/__;Kys!!ACWV5N9M2RV99hQ!MHkM$',
    'https://lore.kernel.org/qemu-devel/CAJaqyWdUutZrAWKy9d=ip+h+y3BnptUrcL8Xj06XfizNxPtfpw@mail.gmail.com/',
  ],
  [
    "Proofpoint's third version with semicolons",
    'https://urldefense.com/v3/__https://fonts.googleapis.com/css2?family=DM*Sans:wght@400;500;600;700&family=Noto*Serif*SC:wght@400;700&display=swap__;Kysr!!L1aKtqoz4WY!YFFE$',
    'https://fonts.googleapis.com/css2?family=DM+Sans:wght@400;500;600;700&family=Noto+Serif+SC:wght@400;700&display=swap',
  ],
  [
    "Proofpoint's third version with a replaced slash",
    'https://urldefense.com/v3/__https://www.dmtf.org/sites/default/files/standards/documents/*__;Lw!!ACWV5N9M2RV99hQ!JkW8$',
    'https://www.dmtf.org/sites/default/files/standards/documents//',
  ],
  // No public sample found for this row and the next row.
  [
    "Proofpoint's third version with one slash",
    'https://urldefense.com/v3/__https:/a.example/x__;!!AbC!d$',
    PAGE_A,
  ],
  [
    'a wrapped link within a wrapped link',
    `https://www.google.com/url?q=https://l.facebook.com/l.php?u%3D${PAGE_A}`,
    `https://l.facebook.com/l.php?u=${PAGE_A}`,
  ],
  // Invented.
  ['a search', 'https://www.google.com/search?q=https://a.example/x', null],
  ['no page', 'https://www.google.com/url?q=a', null],
  ['a parameter of another site', `https://b.example/?url=${PAGE_A}`, null],
];

describe('wrappedAddress', () => {
  it.each(WRAPPED)('returns the page inside a wrapped link, or null: %s', (_, address, page) => {
    expect(wrappedAddress(address)).toBe(page);
  });
});
