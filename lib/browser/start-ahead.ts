import { readStartAhead } from './kept';

// A module of its own, to be imported first: the store answers while the rest is made ready.
void readStartAhead();
