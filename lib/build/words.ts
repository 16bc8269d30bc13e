import { LOCALES, missingTexts } from './locales';

// Prints the English text of each missing translation, and sets the exit code.
let count = 0;
for (const locale of LOCALES) {
  for (const [key, text] of await missingTexts(locale)) {
    console.log(`${locale}: ${key}: ${text}`);
    count += 1;
  }
}
if (count > 0) {
  console.error(`\nTexts to translate before the extension can be packed: ${count}`);
  process.exitCode = 1;
}
