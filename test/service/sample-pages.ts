export const samplePagePaths = {
  good: '/pages/sourdough-bread',
  decent: '/pages/Opening_Hours',
  bad: '/pages/Archive_2019/spring/easter/offers-for-our-returning-customers',
} as const;

/** @param baseUrl the beginning of canonical addresses */
export function samplePage(path: string, baseUrl: string): string | null {
  switch (path) {
    case samplePagePaths.good:
      return page('Sourdough bread', bread, `<link rel="canonical" href="${baseUrl}${path}">`);
    case samplePagePaths.decent:
      return page('Opening hours', '<p>Tuesday to Saturday, 6:30 to 18:00</p>');
    case samplePagePaths.bad:
      return page('Easter buns, 3 for 2', '<p>Only until the end of April 2019.</p>');
    default:
      return null;
  }
}

const bread =
  '<p>Our dough rests for a day and a night. All it needs is flour, water, salt and patience.</p>';

function page(title: string, content: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} – Mill Lane Bakery</title>
  ${head}
  <style>body { font: 1.1rem/1.6 serif; max-width: 40rem; margin: 2rem auto; background: #fdf8f1 }</style>
</head>
<body><h1>${title}</h1>${content}</body>
</html>`;
}
