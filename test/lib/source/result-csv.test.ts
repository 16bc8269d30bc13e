import { expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { type ResultRow, resultCsv } from '@/lib/source/result-csv';

const made: ResultRow = {
  address: 'https://a.example/?a=1,2',
  id: '7',
  rating: 'good',
  score: 87,
  issues: 9,
  privacy: Privacy.Password,
  link: 'https://reports.example/7',
  password: null,
  error: null,
};

it('a result is a table that spreadsheets and programs read', () => {
  const failed = {
    id: null,
    rating: null,
    score: null,
    issues: null,
    link: null,
    privacy: Privacy.Private,
  };
  const rows: ResultRow[] = [
    made,
    { ...made, ...failed, address: 'https://ü.example/', error: 'He said: "No."\nSo be it.' },
    { ...made, ...failed, address: '=1+1', privacy: Privacy.Public, error: '@SUM(A1)' },
  ];
  expect(resultCsv(rows)).toBe(
    [
      '\ufeffaddress,id,rating,score,issues,privacy,link,error',
      '"https://a.example/?a=1,2",7,good,87,9,password,https://reports.example/7,',
      'https://ü.example/,,,,,private,,"He said: ""No.""\nSo be it."',
      `"'=1+1",,,,,public,,"'@SUM(A1)"`,
      '',
    ].join('\r\n'),
  );
});

it('a result without rows is a header', () => {
  expect(resultCsv([])).toBe('\ufeffaddress,id,rating,score,issues,privacy,link,error\r\n');
});
