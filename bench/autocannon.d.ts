/** The part of autocannon 8 that the benchmarks use; it has no types. Source: its README, "API". */
declare module "autocannon" {
  export interface Request {
    method?: "GET" | "POST";
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    /** Called before a connection sends this request. */
    setupRequest?(request: Request): Request;
    onResponse?(status: number, body: string): void;
  }

  export interface Client {
    setRequests(requests: Request[]): void;
  }

  export interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    requests?: Request[];
    /** Requests after which a connection reconnects; the response to the last one is not counted. */
    reconnectRate?: number;
    /** Called for each connection before its first request. */
    setupClient?(client: Client): void;
  }

  /** Latencies are in whole milliseconds. */
  export interface Result {
    /** Seconds. */
    duration: number;
    errors: number;
    non2xx: number;
    requests: { total: number };
    latency: { p50: number; p99: number };
  }

  export default function autocannon(options: Options): Promise<Result>;
}
