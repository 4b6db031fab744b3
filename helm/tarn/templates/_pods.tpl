{{/* A component's ServiceAccount, unless one that exists is named. No pod of Tarn talks to Kubernetes. */}}
{{- define "tarn.serviceAccount" -}}
{{- if not .values.serviceAccountName }}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "tarn.metadata" . | nindent 2 }}
  {{- with .hook }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}
{{- end }}

{{/* What every pod has, up to its containers. */}}
{{- define "tarn.podHead" -}}
serviceAccountName: {{ include "tarn.serviceAccountName" . }}
automountServiceAccountToken: false
# Kubernetes would announce services as TARN_..., which a service would read as its settings
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "tarn.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "tarn.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "tarn.jvmArgs" -}}
- -XX:MaxRAMPercentage=60
- -XX:+ExitOnOutOfMemoryError
{{- end }}

{{/* The container of a Spring service, without name, probes and resources. */}}
{{- define "tarn.serviceContainer" -}}
image: {{ include "tarn.image" . }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  {{- include "tarn.containerSecurity" . | nindent 2 }}
command: [java]
args:
  {{- include "tarn.jvmArgs" . | nindent 2 }}
  - -jar
  - /opt/tarn/{{ .module }}.jar
  {{- range .arguments }}
  - {{ . | quote }}
  {{- end }}
env:
  {{- include "tarn.serviceEnv" . | nindent 2 }}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  {{- range include "tarn.secretFiles" . | fromYamlArray }}
  - name: {{ .name }}
    mountPath: {{ .path }}
    readOnly: true
  {{- end }}
{{- end }}

{{- define "tarn.serviceVolumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 512Mi
{{- range include "tarn.secretFiles" . | fromYamlArray }}
- name: {{ .name }}
  secret:
    secretName: {{ .secret }}
    # 0440; the group is the pod's fsGroup
    defaultMode: 288
    items:
      - key: {{ .key }}
        path: {{ .key }}
{{- end }}
{{- end }}

{{/* A service: account, address and replicas. (dict root, component, module, values, port, schema, ...) */}}
{{- define "tarn.service" -}}
{{- include "tarn.serviceAccount" . }}
---
apiVersion: v1
kind: Service
metadata:
  {{- include "tarn.metadata" . | nindent 2 }}
spec:
  type: ClusterIP
  selector:
    {{- include "tarn.selector" . | nindent 4 }}
  ports:
    - name: http
      port: {{ .port }}
      targetPort: http
      protocol: TCP
---
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "tarn.metadata" . | nindent 2 }}
spec:
  replicas: {{ .values.replicas }}
  revisionHistoryLimit: 3
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "tarn.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "tarn.podLabels" . | nindent 8 }}
      {{- with .values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "tarn.podHead" . | nindent 6 }}
      # longer than a service takes to answer what it has begun
      terminationGracePeriodSeconds: 45
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "tarn.selector" . | nindent 14 }}
      securityContext:
        {{- include "tarn.podSecurity" . | nindent 8 }}
      containers:
        - name: {{ .component }}
          {{- include "tarn.serviceContainer" . | nindent 10 }}
          ports:
            - name: http
              containerPort: {{ .port }}
              protocol: TCP
          startupProbe:
            httpGet: {path: /livez, port: http}
            periodSeconds: 2
            timeoutSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: {path: /livez, port: http}
            periodSeconds: 10
            timeoutSeconds: 3
            failureThreshold: 3
          readinessProbe:
            httpGet: {path: /readyz, port: http}
            periodSeconds: 5
            timeoutSeconds: 3
            failureThreshold: 2
          resources:
            {{- toYaml .values.resources | nindent 12 }}
      volumes:
        {{- include "tarn.serviceVolumes" . | nindent 8 }}
{{- end }}
