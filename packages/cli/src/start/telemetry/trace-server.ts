import type { Span, Tracer } from "@opentelemetry/api";
import {
  type JobAttempt,
  jobChannel,
  type ObservedRequest,
  observeQueries,
  type QueryEvent,
  requestChannel,
  summarizeQuery,
} from "@porchlight/server/operations";

type Api = typeof import("@opentelemetry/api");

/**
 * Adds a span for each statement within a trace. Background work other than jobs has no trace: each of its statements
 * would create one.
 *
 * @returns A function that ends it.
 */
export function traceQueries({ context, SpanKind, SpanStatusCode, trace }: Api, tracer: Tracer): () => void {
  const spans = new WeakMap<QueryEvent, Span>();
  return observeQueries({
    start(query) {
      if (trace.getActiveSpan() === undefined) return;
      const operation = /^\s*(\w+)/.exec(query.text)?.[1]?.toUpperCase() ?? "QUERY";
      const attributes = {
        "db.system.name": "postgresql",
        "db.operation.name": operation,
        "db.query.text": summarizeQuery(query.text),
      };
      spans.set(query, tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes }, context.active()));
    },
    end(query, { failed }) {
      const span = spans.get(query);
      if (failed) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
  });
}

/**
 * Names the span of a request after its route. A page request completes after its API calls, so the page's route wins.
 *
 * @returns A function that ends it.
 */
export function traceRoutes({ trace }: Api): () => void {
  const onRequest = (message: unknown) => {
    const { method, route } = message as ObservedRequest;
    trace.getActiveSpan()?.setAttribute("http.route", route).updateName(`${method} ${route}`);
  };
  requestChannel.subscribe(onRequest);
  return () => void requestChannel.unsubscribe(onRequest);
}

/**
 * Runs each attempt at a background job in its own trace.
 *
 * @returns A function that stops tracing.
 */
export function traceJobs({ ROOT_CONTEXT, SpanKind, SpanStatusCode }: Api, tracer: Tracer): () => void {
  const onJob = (message: unknown) => {
    const job = message as JobAttempt;
    const { kind, id, attempt, run } = job;
    const attributes = { "porchlight.job.kind": kind, "porchlight.job.id": id, "porchlight.job.attempt": attempt };
    job.run = () =>
      tracer.startActiveSpan(`job ${kind}`, { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT, async (span) => {
        try {
          return await run();
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
  };
  jobChannel.subscribe(onJob);
  return () => void jobChannel.unsubscribe(onJob);
}
