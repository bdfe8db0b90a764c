import { SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';
import type { Observer } from './observer.ts';

const AGENT = 'vouch';

/**
 * Spans by the OpenTelemetry conventions for generative AI: `invoke_agent` around a stretch of a run, `chat` around a model
 * call, `execute_tool` around a tool. Names and figures only, never content. Where they go is the business of the SDK the
 * operator registers; without one nothing is kept.
 */
export function createTraces(): Observer {
  const tracer = trace.getTracer(AGENT);

  const within = <T>(
    span: { readonly name: string; readonly kind: SpanKind; readonly attributes: Attributes },
    work: (span: Span) => Promise<T>,
  ): Promise<T> =>
    tracer.startActiveSpan(span.name, span, async (open) => {
      try {
        return await work(open);
      } catch (error) {
        fail(open, error instanceof Error ? error.name : 'unknown');
        throw error;
      } finally {
        open.end();
      }
    });

  return {
    segment: (work) =>
      within(
        {
          name: `invoke_agent ${AGENT}`,
          kind: SpanKind.INTERNAL,
          attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': AGENT },
        },
        async (span) => {
          const result = await work();
          if (result !== null) {
            span.setAttributes({
              'vouch.run.uuid': result.uuid,
              'vouch.run.outcome': result.outcome,
            });
            if (result.outcome === 'failed') fail(span, result.termination ?? 'failed');
          }
          return result;
        },
      ),
    modelCall: ({ model }, work) =>
      within(
        {
          name: `chat ${model}`,
          kind: SpanKind.CLIENT,
          attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model },
        },
        async (span) => {
          const answer = await work();
          span.setAttributes({
            'gen_ai.response.finish_reasons': [answer.finishReason],
            'gen_ai.usage.input_tokens': answer.usage.promptTokens,
            'gen_ai.usage.output_tokens': answer.usage.completionTokens,
          });
          return answer;
        },
      ),
    toolCall: ({ tool }, work) =>
      within(
        {
          name: `execute_tool ${tool}`,
          kind: SpanKind.INTERNAL,
          attributes: {
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': tool,
            'gen_ai.tool.type': 'function',
          },
        },
        async (span) => {
          const execution = await work();
          if (execution.isError) fail(span, 'tool_error');
          return execution;
        },
      ),
  };
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
