import { writeFileSync } from 'node:fs';
import { houseFigures, RECORD } from './house-figures';

writeFileSync(RECORD, `${JSON.stringify(houseFigures(), null, 2)}\n`);
