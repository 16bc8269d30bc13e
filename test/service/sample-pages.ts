/** The pages that the service shows beside its API, by path below the base URL. */
export const samplePagePaths = {
  good: '/pages/sourdough-bread',
  decent: '/pages/opening-hours',
  bad: '/pages/old-offers',
  signIn: '/pages/sign-in',
} as const;

/** The HTML of a page; null when there is none at this path. `baseUrl` is where links lead back to. */
export function samplePage(path: string, baseUrl: string): string | null {
  if (path === samplePagePaths.good) return goodPage(baseUrl + path);
  if (path === samplePagePaths.decent) return decentPage;
  if (path === samplePagePaths.bad) return badPage;
  return path === samplePagePaths.signIn ? signInPage : null;
}

const style = `<style>
  body { font: 1.1rem/1.6 Georgia, serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; color: #3b2716; background: #fdf8f1 }
  nav a { margin-right: 1rem }
  table { border-collapse: collapse } td, th { padding: .2rem 1rem .2rem 0; text-align: left }
</style>`;

const nav = `<nav><a href="sourdough-bread">Bread</a><a href="opening-hours">Opening hours</a><a href="old-offers">Offers</a></nav>`;

/** A drawing of a loaf, in the page itself so that nothing else has to be loaded. */
const loaf = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"><ellipse cx="80" cy="50" rx="75" ry="36" fill="#b9783b"/><path d="M40 30l16 34M72 26l14 40M104 28l12 36" stroke="#f3dfc0" stroke-width="5"/></svg>',
)}`;

/** Passes every check; its canonical address lacks the query with which it may have been opened. */
const goodPage = (address: string) => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Sourdough bread from our wood oven – Mill Lane Bakery</title>
  <meta name="description" content="Slow sourdough loaves, baked every morning in a wood oven from flour that is milled next door.">
  <link rel="canonical" href="${address}">
  ${style}
</head>
<body>
  ${nav}
  <main>
    <h1>Sourdough bread</h1>
    <img src="${loaf}" alt="A round loaf with three cuts" width="160" height="90">
    <p>Our dough rests for a day and a night before it sees the oven. All it needs is flour, water, salt and patience.</p>
    <h2>Loaves this week</h2>
    <ul><li>Country loaf, 1 kg</li><li>Rye with caraway, 750 g</li><li>Spelt and walnut, 500 g</li></ul>
  </main>
</body>
</html>`;

/** Fails two checks: it has no description, and its image has no alternative. */
const decentPage = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Opening hours – Mill Lane Bakery</title>
  ${style}
</head>
<body>
  ${nav}
  <main>
    <h1>Opening hours</h1>
    <img src="${loaf}" width="160" height="90">
    <table>
      <tr><th>Tuesday to Friday</th><td>6:30 to 18:00</td></tr>
      <tr><th>Saturday</th><td>6:30 to 13:00</td></tr>
      <tr><th>Sunday and Monday</th><td>closed</td></tr>
    </table>
  </main>
</body>
</html>`;

/** Fails every check. */
const badPage = `<!doctype html>
<html>
<head>
  <meta charset="utf-8">
  <title>Offers</title>
  ${style}
</head>
<body>
  ${nav}
  <h1>!!! OFFERS !!!</h1>
  <img src="${loaf}">
  <h1>Easter buns, 3 for 2</h1>
  <p>Only until the end of April 2019.</p>
</body>
</html>`;

const signInPage = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Sign in to your reports</title>
  ${style}
</head>
<body>
  <h1>Sign in</h1>
  <form><label>Email <input type="email"></label> <button>Continue</button></form>
</body>
</html>`;
