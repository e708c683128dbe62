/** Fractional parts of the roots of the first primes, as 32-bit integers. Source: FIPS 180-4 §4.2.2 and §5.3.3. */
const primes = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0),
);
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;
const roundConstants = primes.map((prime) => fraction(Math.cbrt(prime)));
const initialHash = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const rotate = (value: number, bits: number): number => (value >>> bits) | (value << (32 - bits));

/** SHA-256 without a promise, which the Web Crypto API requires. Source: FIPS 180-4 §6.2. */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / 64) * 64));
  new Uint8Array(padded.buffer).set(message);
  padded.setUint8(message.length, 0x80);
  padded.setUint32(padded.byteLength - 4, message.length * 8);
  const hash = [...initialHash];
  for (let block = 0; block < padded.byteLength; block += 64) {
    const words = Array.from({ length: 16 }, (_, index) => padded.getInt32(block + index * 4));
    for (let index = 16; index < 64; index++) {
      const [a = 0, b = 0, c = 0, d = 0] = [words[index - 15], words[index - 2], words[index - 16], words[index - 7]];
      const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
      const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
      words.push((c + s0 + d + s1) | 0);
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (const [index, word] of words.entries()) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (roundConstants[index] ?? 0) + word) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
    }
    for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) hash[index] = ((hash[index] ?? 0) + value) | 0;
  }
  const result = new DataView(new ArrayBuffer(32));
  for (const [index, word] of hash.entries()) result.setInt32(index * 4, word);
  return new Uint8Array(result.buffer);
}
